import type { Session } from './agent-session.ts'

type Able = Pick<Session, 'capabilities' | 'settingsVersion'>

/** What an agent must be able to do for a piece of work, as one word: "web", or "web@2" where it must know the settings
 *  of version 2 too. Who has only older agents, or knows no such words, does not take the work. */
export function workWord(capability: string, needsVersion: number): string {
  return needsVersion > 1 ? `${capability}@${needsVersion}` : capability
}

/** What of a word is the capability. */
export function capabilityOf(word: string): string {
  return word.split('@', 1)[0] ?? word
}

export function canDo({ capabilities, settingsVersion }: Able, word: string): boolean {
  const capability = capabilityOf(word)
  const needsVersion = Number(word.slice(capability.length + 1) || 1)
  return capabilities.has(capability) && settingsVersion >= needsVersion
}

/** All words of what it can do with a capability.
 *  @param known the version of settings that this controller knows itself */
export function wordsOf({ settingsVersion }: Able, capability: string, known: number): string[] {
  const newest = Math.min(settingsVersion, known)
  return Array.from({ length: newest }, (_, index) => workWord(capability, index + 1))
}
