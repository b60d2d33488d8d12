export const QUOTE = 34
const BACKSLASH = 92

/** Where a string of JSON ends.
 *  @param from where its first quotation mark stands
 *  @returns the place of the last one; where there is none, that behind the text */
export function endOfString(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return at
}
