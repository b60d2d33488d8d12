/** Words that are written in lines, for long lists of names. */
export function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
