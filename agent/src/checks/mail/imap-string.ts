/** A text as it stands between the quotes of a quoted string. Source: RFC 9051, section 4.3 */
export function escaped(text: string): string {
  return text.replaceAll(/["\\]/g, String.raw`\$&`)
}

/** A string as a quoted one where that can hold it; null where it needs a literal. */
export function quoted(text: string): string | null {
  return /^[\u0020-\u007e]*$/.test(text) ? `"${escaped(text)}"` : null
}
