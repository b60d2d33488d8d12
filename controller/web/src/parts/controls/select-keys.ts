import type { Choice } from './choice.ts'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** What a key picks while the list of choices is closed: the arrows the one beside, a letter the next that begins with
 *  it. undefined: the key means nothing here. Pure. */
export function byKey<V extends string>(
  { key, ctrlKey, metaKey, altKey }: Key,
  choices: readonly Choice<V>[],
  value: V | null,
): V | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const at = choices.findIndex((choice) => choice.value === value)
  const step = STEPS[key]
  if (step !== undefined) return choices[Math.max(0, at + step)]?.value
  if (key.length !== 1 || key === ' ') return undefined
  const inTurn = [...choices.slice(at + 1), ...choices.slice(0, at + 1)]
  const begins = ({ text }: Choice<V>): boolean => text.toLowerCase().startsWith(key.toLowerCase())
  return inTurn.find(begins)?.value
}
