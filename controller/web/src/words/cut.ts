/** A text of so many characters at most, its end marked where it was longer. Pure. */
export function cut(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
