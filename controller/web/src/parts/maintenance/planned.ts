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

/** What is not in the picture of a month, so that nobody takes it for free; null: nothing is missing. Pure.
 *  @param month "2026-11"  @param today "2026-11-23"  @param end after which nothing is shown */
export function notShown(
  { month, today, end }: { readonly month: string; readonly today: string; readonly end: Date },
  details: readonly { readonly occurrences: readonly Occurrence[] }[],
): string | null {
  if (month < today.slice(0, 7)) return 'What is over is not shown.'
  const isCut = details.some(
    ({ occurrences }) =>
      occurrences.length >= MOST_TOLD && Date.parse(occurrences.at(-1)?.from ?? '') < end.getTime(),
  )
  return isCut ? 'Of what repeats the next 20 times are shown.' : null
}
