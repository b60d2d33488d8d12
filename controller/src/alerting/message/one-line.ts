const MAX_REASON_LENGTH = 500

/** One line without control characters, and without marks that turn the direction of the text around
 *  them: what agents and users wrote must not break out of its place. */
export function oneLine(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length <= MAX_REASON_LENGTH
    ? line
    : `${line.slice(0, MAX_REASON_LENGTH).toWellFormed()}…`
}
