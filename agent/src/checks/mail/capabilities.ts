/** Most capabilities a server may tell; real ones tell 10 to 40. */
export const MAX_CAPABILITIES = 200

function wordsOf(text: string): readonly string[] {
  return text.trim().toUpperCase().split(/\s+/)
}

/** Parameters of a capability; null when it is not there.
 *  @param name in capitals */
export function parametersOf(
  capabilities: readonly string[],
  name: string,
): readonly string[] | null {
  const found = capabilities.map(wordsOf).filter(([word]) => word === name)
  return found.length === 0 ? null : found.flatMap(([, ...parameters]) => parameters)
}

/** Which of the expected capabilities are not among the told ones. The case does not matter; words
 *  after the first are parameters, of which the server may have more: "AUTH PLAIN" is met by
 *  "AUTH LOGIN PLAIN", "SIZE" by "SIZE 1000". */
export function missingCapabilities(
  expected: readonly string[],
  told: readonly string[],
): readonly string[] {
  return expected.filter((entry) => {
    const [name = '', ...parameters] = wordsOf(entry)
    const given = parametersOf(told, name)
    return given === null || !parameters.every((parameter) => given.includes(parameter))
  })
}
