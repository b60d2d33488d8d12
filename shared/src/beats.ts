import type { ResultStatus } from './check-words.ts'

/** What a time between two checks came to, over all regions that checked in it.
 *  - partial: it failed from some regions and passed from others. */
export type BeatStatus = ResultStatus | 'partial'

/** Letters of the packed form. */
const LETTERS = {
  up: 'u',
  degraded: 'g',
  partial: 'p',
  down: 'd',
  unknown: 'x',
} as const satisfies {
  readonly [S in BeatStatus]: string
}
const NONE = '-'
const STATUSES: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).map(([status, letter]) => [letter, status]),
)

/** One of the strokes by which the app shows how a monitor did lately. */
export interface Beat {
  /** null: nothing was checked. */
  readonly status: BeatStatus | null
  /** Average of the checks that got an answer, whole ms; null without one. */
  readonly responseMs: number | null
  /** Regions from which it failed. */
  readonly failing: readonly string[]
}

/** A beat in a few characters: its letter, the milliseconds, and after a colon the regions from which it failed, with
 *  plus signs between them: "u183", "p140:eu-west", "d:eu-west+us-east", "-". */
export function packBeat({ status, responseMs, failing }: Beat): string {
  if (status === null) return NONE
  const places = failing.length === 0 ? '' : `:${failing.join('+')}`
  return `${LETTERS[status]}${responseMs ?? ''}${places}`
}

/** Reads beats with spaces between them. What is none, as only a newer version may write it, is a beat without a
 *  status. */
export function unpackBeats(packed: string): Beat[] {
  if (packed === '') return []
  return packed.split(' ').map((text) => {
    const [, letter = '', ms = '', places = ''] = /^(.)(\d*)(?::(.+))?$/.exec(text) ?? []
    return {
      status: (STATUSES.get(letter) ?? null) as BeatStatus | null,
      responseMs: ms === '' ? null : Number(ms),
      failing: places === '' ? [] : places.split('+'),
    }
  })
}
