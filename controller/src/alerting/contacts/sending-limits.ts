import type { ContactSending, SendingCount, SendingCounts } from '../../db/contact-sendings.ts'
import { countSendings, insertSending, lockSubject } from '../../db/contact-sendings.ts'
import type { Database } from '../../db/pool.ts'
import { lockWorkspace } from '../../db/workspaces.ts'

interface Window {
  readonly limit: number
  readonly windowMs: number
}

/** How much of one kind may be sent. */
interface SendingLimit {
  /** To one subject, by one workspace. */
  readonly pair: Window
  /** To one subject, by all workspaces together. */
  readonly subject: Window
  /** Of those, how many are left to workspaces that sent it nothing within the window of `pair`: what one
   *  has sent again and again does not use up the first mail of another. */
  readonly keptForFirst: number
  /** By one workspace, to all subjects. */
  readonly workspace: Window
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How often people may have something sent. Whoever makes a workspace must not be able to flood others
 *  from it: a confirmation goes to an address nobody has agreed to anything with. Nor may many together, and
 *  none may keep another from having its first. A test goes to a contact, which is one workspace's. */
export const SENDING_LIMITS = {
  test: {
    pair: { limit: 5, windowMs: 10 * MINUTE_MS },
    subject: { limit: 5, windowMs: 10 * MINUTE_MS },
    keptForFirst: 0,
    workspace: { limit: 30, windowMs: HOUR_MS },
  },
  confirmation: {
    pair: { limit: 3, windowMs: HOUR_MS },
    subject: { limit: 10, windowMs: HOUR_MS },
    keptForFirst: 5,
    workspace: { limit: 100, windowMs: 24 * HOUR_MS },
  },
} as const satisfies Record<ContactSending['kind'], SendingLimit>

/** Whether something may be sent: with the number it is noted under, or how long it has to wait. */
export type SendingVerdict =
  | { readonly kind: 'allowed'; readonly sendingId: number }
  | { readonly kind: 'limited'; readonly waitMs: number }

/** Counts something that is to be sent against the limits, across controllers. */
export async function admitSending(
  db: Database,
  sending: ContactSending,
  nowMs: number,
): Promise<SendingVerdict> {
  const limit = SENDING_LIMITS[sending.kind]
  const since = (window: Window): Date => new Date(nowMs - window.windowMs)
  return db.transaction(async (tx) => {
    // One at a time in a workspace and to a subject: two at once would both find the last place free.
    await lockWorkspace(tx, sending.workspaceId)
    await lockSubject(tx, sending)
    const counts = await countSendings(tx, sending, {
      pair: since(limit.pair),
      subject: since(limit.subject),
      workspace: since(limit.workspace),
    })
    const waitMs = sendingWaitMs(limit, counts, nowMs)
    if (waitMs > 0) return { kind: 'limited', waitMs }
    return { kind: 'allowed', sendingId: await insertSending(tx, sending, new Date(nowMs)) }
  })
}

/** How long to wait before one more may be sent, ms; 0: not at all. Pure. */
export function sendingWaitMs(limit: SendingLimit, counts: SendingCounts, nowMs: number): number {
  const kept = counts.pair.sent === 0 ? 0 : limit.keptForFirst
  const forAll = { ...limit.subject, limit: limit.subject.limit - kept }
  return Math.max(
    waitOf(limit.pair, counts.pair, nowMs),
    waitOf(forAll, counts.subject, nowMs),
    waitOf(limit.workspace, counts.workspace, nowMs),
  )
}

function waitOf(window: Window, { sent, sinceMs }: SendingCount, nowMs: number): number {
  if (sent < window.limit) return 0
  return Math.max(1_000, (sinceMs ?? nowMs) + window.windowMs - nowMs)
}
