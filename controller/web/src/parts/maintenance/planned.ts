import type { Occurrence, Window } from '../../data/wire.ts'

/** An occurrence with what is done then. */
export interface Planned extends Occurrence {
  readonly description: string
}

/** Windows of which the list does not hold all that is to come: of one that is once and not under way it does. Pure. */
export const toBeRead = (windows: readonly Window[]): readonly Window[] =>
  windows.filter(
    ({ status, recurrence }) =>
      status !== 'finished' && (recurrence !== 'none' || status === 'active'),
  )

/** What is planned, as far as it is known. Pure.
 *  @param details of those to be read */
export function plannedOf(
  windows: readonly Window[],
  details: readonly {
    readonly maintenance: Window
    readonly occurrences: readonly Occurrence[]
  }[],
): readonly Planned[] {
  const read = new Set(toBeRead(windows))
  return [
    ...windows.flatMap((window) => {
      const { description, nextOccurrence } = window
      return read.has(window) || nextOccurrence === null ? [] : [{ ...nextOccurrence, description }]
    }),
    ...details.flatMap(({ maintenance: { description }, occurrences }) =>
      occurrences.map((occurrence) => ({ ...occurrence, description })),
    ),
  ]
}

/** Most occurrences of a window that the API tells. Source: decisions, section 7 */
const MOST_TOLD = 20

const UNREAD = {
  reading: 'What repeats is still being read: days without anything need not be free.',
  failed: 'Some of what repeats could not be read: days without anything need not be free.',
} as const

/** Why not all that is to come is known; null: it is. */
export type Unread = keyof typeof UNREAD | null

/** What is not in the picture of a month, so that nobody takes it for free; null: nothing is missing. Pure.
 *  @param month "2026-11"  @param today "2026-11-23"  @param end after which nothing is shown
 *  @param unread of the windows to be read */
export function notShown(
  {
    month,
    today,
    end,
    unread = null,
  }: {
    readonly month: string
    readonly today: string
    readonly end: Date
    readonly unread?: Unread
  },
  details: readonly { readonly occurrences: readonly Occurrence[] }[],
): string | null {
  if (month < today.slice(0, 7)) return 'What is over is not shown.'
  if (unread !== null) return UNREAD[unread]
  const isCut = details.some(
    ({ occurrences }) =>
      occurrences.length >= MOST_TOLD && Date.parse(occurrences.at(-1)?.from ?? '') < end.getTime(),
  )
  return isCut ? 'Of what repeats the next 20 times are shown.' : null
}
