import { shuffled } from './shuffled.ts'

/** Which of several takes its turn: all in a random order, then anew. */
export interface Turns<T> {
  readonly current: () => T
  /** It is another's turn, if there is another. */
  readonly pass: () => void
  /** The current one is good: when it fails later, all others come first. */
  readonly settle: () => void
}

/** @param random in [0, 1) */
export function createTurns<T>(
  members: readonly [T, ...T[]],
  random: () => number = Math.random,
): Turns<T> {
  let [current = members[0], ...ahead] = shuffled(members, random)

  /** Who failed just now comes last. */
  const another = (): T[] => [
    ...shuffled(
      members.filter((one) => one !== current),
      random,
    ),
    current,
  ]

  return {
    current: () => current,
    pass() {
      const [next = current, ...rest] = ahead.length > 0 ? ahead : another()
      current = next
      ahead = rest
    },
    settle() {
      ahead = []
    },
  }
}
