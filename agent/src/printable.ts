/** Text out of a target's mouth (a header, a certificate, an error) as results may carry it: without
 *  control characters and lone surrogates, which PostgreSQL's jsonb refuses, and cut to a length. */
export function printable(text: string, maxLength: number): string {
  // oxlint-disable-next-line no-control-regex
  const clean = text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
  return clean.length > maxLength ? `${clean.slice(0, maxLength).toWellFormed()}…` : clean
}
