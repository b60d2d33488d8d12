import type { NewsKey } from '../../db/status-page-mailings.ts'
import type { ShownMaintenance, ShownNote, ShownOutage } from '../shown/public-status.ts'

/** Something that subscribers are told of. */
export type News =
  | { readonly kind: 'opened' | 'closed'; readonly subject: string; readonly outage: ShownOutage }
  | {
      readonly kind: 'note'
      readonly subject: string
      readonly outage: ShownOutage
      readonly note: ShownNote
    }
  | { readonly kind: 'planned'; readonly subject: string; readonly maintenance: ShownMaintenance }

/** What is older is no news any more: nobody is told of it who was not told in time. */
const NEWS_MS = 3_600_000

/** What subscribers may have to be told, as a page stands. An outage that was over before anybody was told of it is
 *  not told at all, its end only where its beginning was (that is for whoever looks up what was told). Pure. */
export function newsOf(
  shown: {
    readonly outages: readonly ShownOutage[]
    readonly maintenance: readonly ShownMaintenance[]
  },
  nowMs: number,
): News[] {
  const isNew = (at: Date): boolean => nowMs - at.getTime() < NEWS_MS
  const ofOutages = shown.outages.flatMap((outage): News[] => {
    const { id, startedAt, endedAt, notes } = outage
    const fresh = notes.filter(({ at }) => isNew(at)).toReversed()
    return [
      ...(endedAt === null && isNew(startedAt)
        ? [{ kind: 'opened', subject: id, outage } as const]
        : []),
      ...fresh.map((note) => ({ kind: 'note', subject: note.id, outage, note }) as const),
      ...(endedAt === null ? [] : [{ kind: 'closed', subject: id, outage } as const]),
    ]
  })
  const planned = shown.maintenance
    .filter(({ isUnderWay }) => !isUnderWay)
    .map((maintenance): News => ({ kind: 'planned', subject: subjectOf(maintenance), maintenance }))
  return [...ofOutages, ...firstOfEach(planned)]
}

/** What repeats is told once, not every week; what happens once is told again when it is moved. */
function subjectOf({ windowId, repeats, from }: ShownMaintenance): string {
  return repeats ? windowId : `${windowId} ${from.getTime()}`
}

function firstOfEach(all: readonly News[]): News[] {
  return [...Map.groupBy(all, ({ subject }) => subject).values()].flatMap(([first]) => first ?? [])
}

/** What of it was not told before. Pure.
 *  @param told what was, of the news and of the beginnings of their outages */
export function untold(news: readonly News[], told: readonly NewsKey[]): News[] {
  const keys = new Set(told.map(keyText))
  return news.filter(
    (one) =>
      !keys.has(keyText(one)) &&
      (one.kind !== 'closed' || keys.has(keyText({ kind: 'opened', subject: one.subject }))),
  )
}

/** What has to be known of what was told before. */
export function keysToLookUp(news: readonly News[]): NewsKey[] {
  return news.flatMap(({ kind, subject }): NewsKey[] => [
    { kind, subject },
    ...(kind === 'closed' ? [{ kind: 'opened', subject } as const] : []),
  ])
}

function keyText({ kind, subject }: NewsKey): string {
  return `${kind} ${subject}`
}
