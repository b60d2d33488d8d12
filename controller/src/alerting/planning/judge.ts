import type { Suppression } from '../outbox/alert-words.ts'

/** What is known when it is decided whether people are told of an outage. */
export interface Circumstances {
  readonly nowMs: number
  /** The monitor's settings ask for it. */
  readonly isWanted: boolean
  readonly inMaintenance: boolean
  readonly isDigested: boolean
  /** The outage has ended. */
  readonly isOver: boolean
  /** It ended with a recovery, which people are told. */
  readonly hasRecovered: boolean
  /** It was put off before. */
  readonly isAnotherLook: boolean
  readonly firstLookMs: number
  /** When the outage was confirmed, UNIX ms. */
  readonly atMs: number
  readonly delayMinutes: number
  /** Everything the monitor depends on. */
  readonly parents: readonly {
    readonly publicId: string
    readonly status: string
    readonly confirming: boolean
    readonly timeoutMs: number
  }[]
}

/** What is decided. */
export type Judgement =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly untilMs: number }
  | { readonly kind: 'suppress'; readonly by: Suppression; readonly dependencyId: string | null }

/** While a monitor it depends on is being confirmed, it is looked at again this often... */
const LOOK_AGAIN_MS = 2_000
/** ...and no longer than that monitor's time limit and this. */
const CONFIRMING_SLACK_MS = 10_000

/** Decides whether people are told that something is down or degraded: now, later or not. Pure.
 *  Source: monitoring design, section 3, rules 9 and 10 */
export function judge(facts: Circumstances): Judgement {
  const { nowMs } = facts
  if (!facts.isWanted) return suppress('preference')
  if (facts.inMaintenance) return suppress('maintenance')
  const dueMs = facts.atMs + facts.delayMinutes * 60_000
  // Without a reason to put it off, what was confirmed is told even when planning it came late, unless
  // nobody would ever hear of its end.
  const isPutOff = facts.isAnotherLook || facts.delayMinutes > 0
  if (facts.isOver && (isPutOff || !facts.hasRecovered)) return suppress('recovered')
  if (facts.isDigested) return suppress('flapping')
  if (nowMs < dueMs) return { kind: 'wait', untilMs: dueMs }
  const down = facts.parents.find(({ status }) => status === 'down')
  if (down !== undefined) return suppress('dependency', down.publicId)
  const patienceMs = Math.max(
    0,
    ...facts.parents
      .filter(({ confirming }) => confirming)
      .map(({ timeoutMs }) => timeoutMs + CONFIRMING_SLACK_MS),
  )
  const waitsSinceMs = Math.max(facts.firstLookMs, dueMs)
  return nowMs < waitsSinceMs + patienceMs
    ? { kind: 'wait', untilMs: nowMs + LOOK_AGAIN_MS }
    : { kind: 'send' }
}

function suppress(by: Suppression, dependencyId: string | null = null): Judgement {
  return { kind: 'suppress', by, dependencyId }
}
