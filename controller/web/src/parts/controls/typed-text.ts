/** What stands in a field whose text is kept elsewhere, such as in the address, which takes a moment to say it. */
export interface TypedText {
  readonly text: string
  /** What it was said to be last from there. */
  readonly seen: string
  /** What was typed since both were the same: all of it is yet to be said, an older one after a newer was typed. */
  readonly told: readonly string[]
}

export const beginTyped = (text: string): TypedText => ({ text, seen: text, told: [] })

/** Somebody typed. Pure. */
export const typedInto = (before: TypedText, text: string): TypedText => ({
  ...before,
  text,
  told: [...before.told, text],
})

/** It is said to be another from where it is kept: what was typed catches up, anything else was chosen there. Pure. */
export function saidToBe(before: TypedText, seen: string): TypedText {
  if (seen === before.seen) return before
  if (seen === before.text || !before.told.includes(seen)) return beginTyped(seen)
  return { ...before, seen }
}
