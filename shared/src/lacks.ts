/** Scripts that pages are written in; a machine without a font for one shows boxes in its place. */
export const SCRIPTS = [
  'latin',
  'cyrillic',
  'greek',
  'chinese',
  'japanese',
  'korean',
  'arabic',
  'hebrew',
  'emoji',
] as const
export type Script = (typeof SCRIPTS)[number]

/** What an agent found it cannot do when it tried. */
export interface Lacks {
  /** Why it has no browser that works, one sentence for people; null where that is not known or it has. */
  readonly browser: string | null
  /** Whose texts its browser shows as boxes. */
  readonly scripts: readonly Script[]
}

/** Lacks travel among an agent's capabilities: a controller that does not know them keeps them as words of
 *  a newer agent. */
const NO_BROWSER = 'no browser: '
const NO_SCRIPT = 'no script: '

/** Longest of such words, in characters. */
export const MAX_CAPABILITY_LENGTH = 400

/** Lacks as words beside the capabilities. */
export function wordsOfLacks({ browser, scripts }: Lacks): string[] {
  const reason = browser === null ? [] : [`${NO_BROWSER}${browser}`.slice(0, MAX_CAPABILITY_LENGTH)]
  return [...reason, ...scripts.map((script) => `${NO_SCRIPT}${script}`)]
}

/** Parts what agents announce: what they can do, and what they lack. Of several reasons the first.
 *  @param words of one agent, or of several */
export function readLacks(words: readonly string[]): { capabilities: string[]; lacks: Lacks } {
  const reason = words.find((word) => word.startsWith(NO_BROWSER))?.slice(NO_BROWSER.length)
  const printable = reason?.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ') ?? null
  const scripts = SCRIPTS.filter((script) => words.includes(`${NO_SCRIPT}${script}`))
  const isLack = (word: string) => word.startsWith(NO_BROWSER) || word.startsWith(NO_SCRIPT)
  return {
    capabilities: words.filter((word) => !isLack(word)),
    lacks: { browser: printable, scripts },
  }
}
