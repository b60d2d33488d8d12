// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g

/** How much of a text is looked at, in times of what may be shown: rows of control characters count as one. A page may
 *  write megabytes into its console, a thousand times over. */
const LOOKED_AT = 8

/** Text out of a target's mouth (a header, a certificate, an error) as results may carry it: without
 *  control characters and lone surrogates, which PostgreSQL's jsonb refuses, without marks that turn
 *  the direction of the text around them, and cut to a length. */
export function printable(text: string, maxLength: number): string {
  const looked = text.slice(0, LOOKED_AT * maxLength)
  const clean = looked.toWellFormed().replace(UNPRINTABLE, ' ')
  return clean.length > maxLength || looked.length < text.length
    ? `${clean.slice(0, maxLength).toWellFormed()}…`
    : clean
}
