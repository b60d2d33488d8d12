const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const named = (table: readonly (readonly [RegExp, string])[], text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** "Firefox on Linux", for people who look for a session that is not theirs. */
export function browserWords(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser'
  const browser = named(BROWSERS, userAgent) ?? 'Unknown browser'
  const system = named(SYSTEMS, userAgent)
  return system === null ? browser : `${browser} on ${system}`
}
