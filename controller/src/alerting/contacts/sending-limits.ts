import type { ContactSending } from '../../db/contact-sendings.ts'
import { countSendings, insertSending } from '../../db/contact-sendings.ts'
import type { Database } from '../../db/pool.ts'
import { lockWorkspace } from '../../db/workspaces.ts'

interface Window {
  readonly limit: number
  readonly windowMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How often people may have something sent. Whoever makes a workspace must not be able to flood others
 *  from it: a confirmation goes to an address nobody has agreed to anything with. */
export const SENDING_LIMITS = {
  test: {
    subject: { limit: 5, windowMs: 10 * MINUTE_MS },
    workspace: { limit: 30, windowMs: HOUR_MS },
  },
  confirmation: {
    subject: { limit: 3, windowMs: HOUR_MS },
    workspace: { limit: 100, windowMs: 24 * HOUR_MS },
  },
} as const satisfies Record<ContactSending['kind'], { subject: Window; workspace: Window }>

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
  const { subject, workspace } = SENDING_LIMITS[sending.kind]
  return db.transaction(async (tx) => {
    // One at a time in a workspace: two at once would both find the last place free.
    await lockWorkspace(tx, sending.workspaceId)
    const counts = await countSendings(tx, sending, {
      subject: new Date(nowMs - subject.windowMs),
      workspace: new Date(nowMs - workspace.windowMs),
    })
    const waits = [
      waitOf(subject, counts.ofSubject, counts.subjectSinceMs, nowMs),
      waitOf(workspace, counts.ofWorkspace, counts.workspaceSinceMs, nowMs),
    ]
    const waitMs = Math.max(...waits)
    if (waitMs > 0) return { kind: 'limited', waitMs }
    return { kind: 'allowed', sendingId: await insertSending(tx, sending, new Date(nowMs)) }
  })
}

function waitOf(window: Window, sent: number, sinceMs: number | null, nowMs: number): number {
  if (sent < window.limit) return 0
  return Math.max(1_000, (sinceMs ?? nowMs) + window.windowMs - nowMs)
}
