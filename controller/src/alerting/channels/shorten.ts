/** Text brought to a service's limit, counted in UTF-16 units, without half a character at its end. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const kept = text.slice(0, maxLength - 1)
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}
