/** Texts of which many monitors have the same, kept once for all of them. */
export interface SharedTexts {
  /** The same text as one string. @returns null when so many are kept that this one is not */
  readonly same: (text: string) => string | null
}

/** @param maxCharacters of all that are kept */
export function createSharedTexts(maxCharacters: number): SharedTexts {
  const kept = new Map<string, string>()
  let characters = 0
  return {
    same(text) {
      const found = kept.get(text)
      if (found !== undefined) return found
      if (characters + text.length > maxCharacters) return null
      kept.set(text, text)
      characters += text.length
      return text
    },
  }
}
