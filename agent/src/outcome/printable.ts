// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g

/** Text out of a target's mouth (a header, a certificate, an error) as results may carry it: without
 *  control characters and lone surrogates, which PostgreSQL's jsonb refuses, without marks that turn
 *  the direction of the text around them, and cut to a length. */
export function printable(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replace(UNPRINTABLE, ' ')
  return clean.length > maxLength ? `${clean.slice(0, maxLength).toWellFormed()}…` : clean
}
