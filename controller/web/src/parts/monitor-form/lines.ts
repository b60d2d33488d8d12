/** One entry on each line. */
export const linesOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join('\n') : ''

/** Empty lines are none. */
export const listOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** "Name: value" on each line. */
export const pairsText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, text]) => `${name}: ${String(text)}`)
        .join('\n')
    : ''

/** A line without a colon is a name without a value. */
export const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    listOf(text).map((line) => {
      const colon = line.indexOf(':')
      return colon === -1 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
