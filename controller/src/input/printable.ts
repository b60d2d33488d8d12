/** A text that others chose, as it may be printed, logged and shown on one line: control characters, line
 *  breaks, what is invisible or turns the direction of writing (Unicode's classes C, Zl and Zp) stand as "?".
 *  @param maxLength most UTF-16 units; what is longer ends with "…" */
export function printable(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const shown = text.toWellFormed().replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return shown.length > maxLength ? `${shown.slice(0, maxLength - 1).toWellFormed()}…` : shown
}
