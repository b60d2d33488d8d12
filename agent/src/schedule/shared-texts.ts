/** Texts of which many monitors have the same, kept once for all of them. */
export interface SharedTexts {
  /** The same text as one string, until it is let go of as often. @returns null when so many are kept that this one
   *  is not */
  readonly same: (text: string) => string | null
  /** One who has it has it no more. */
  readonly letGo: (text: string) => void
}

/** @param maxCharacters of all that are kept */
export function createSharedTexts(maxCharacters: number): SharedTexts {
  const kept = new Map<string, { readonly text: string; users: number }>()
  let characters = 0
  return {
    same(text) {
      const found = kept.get(text)
      if (found !== undefined) {
        found.users += 1
        return found.text
      }
      if (characters + text.length > maxCharacters) return null
      kept.set(text, { text, users: 1 })
      characters += text.length
      return text
    },
    letGo(text) {
      const found = kept.get(text)
      if (found === undefined) return
      found.users -= 1
      if (found.users > 0) return
      kept.delete(text)
      characters -= text.length
    },
  }
}
