import { z } from 'zod'
import type { Database } from '../db/pool.ts'
import type { WorkItemRow } from '../db/work-items.ts'
import { insertWorkItem } from '../db/work-items.ts'
import { insertWorkOutcome } from '../db/work-outcomes.ts'
import { chooseAgent } from '../on-demand/choose-agent.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { WorkOutcome } from '../on-demand/work-outcome.ts'
import { openInput } from '../on-demand/sealed-input.ts'
import type { Sessions } from '../sessions/agent-session.ts'
import type { UnsealSettings } from './assignment.ts'

/** While an agent has too much to do: nobody tells when it has room again. */
export const LOOK_WHEN_FULL_MS = 250

/** Work on demand that another controller asked for. An older controller does not say for whom. */
const Payload = z.object({
  kind: z.string(),
  input: z.unknown(),
  sharer: z.string().default(''),
  isOperators: z.boolean().default(false),
  traceparent: z.string().nullish(),
})

const OTHER_KEY =
  'Its passwords cannot be read by the controller of the agents there: the operator has to give all controllers the same SIGHTLINE_SECRET_KEY.'

/** Has an agent do work on demand that another controller asked for, which gets the outcome through the database. */
export async function doForOthers(
  item: WorkItemRow,
  parts: {
    db: Database
    sessions: Sessions
    work: OpenWork
    unseal: UnsealSettings
    now: () => number
  },
): Promise<void> {
  const { db, sessions, work, unseal, now } = parts
  const { publicId, region, capability, timeoutMs } = item
  const { kind, input, sharer, isOperators, traceparent } = Payload.parse(item.payload)
  const session = chooseAgent(sessions, work, { region, capability, kind, sharer })
  if (session === 'full') {
    // More was claimed at once than there is room for: another controller may have some.
    await insertWorkItem(db, { ...item, dueAtMs: now() + LOOK_WHEN_FULL_MS })
    return
  }
  const opened = tryToOpen(unseal, input)
  const outcome: WorkOutcome =
    session === null
      ? { ok: false, code: 'unavailable', message: `No agent in ${region} can do this now.` }
      : opened === null
        ? { ok: false, code: 'unavailable', message: OTHER_KEY }
        : await work.send(session, {
            id: publicId,
            kind,
            input: opened.input,
            isOperators,
            timeoutMs,
            sharer,
            ...(traceparent == null ? {} : { traceparent }),
          })
  await insertWorkOutcome(db, publicId, outcome)
}

/** @returns null for what was sealed with a key that is not known here */
function tryToOpen(unseal: UnsealSettings, input: unknown): { readonly input: unknown } | null {
  try {
    return { input: openInput(unseal, input) }
  } catch {
    return null
  }
}
