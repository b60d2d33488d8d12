import { create } from '@bufbuild/protobuf'
import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import { RecheckSchema, WorkItemSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import type { Logger } from '@sightline/shared/logger'
import { kindsNeeding } from '@sightline/shared/work-kinds'
import { z } from 'zod'
import type { AssignableMonitor } from '../db/assignments.ts'
import { readAssignable } from '../db/assignments.ts'
import { deleteHandedRechecks } from '../db/handed-rechecks.ts'
import type { Database } from '../db/pool.ts'
import type { WorkItemRow, WorkPlaces } from '../db/work-items.ts'
import { claimWorkItems, insertWorkItem, readNextDueAt } from '../db/work-items.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { UnsealSettings } from './assignment.ts'
import type { FindAble } from './find-able.ts'
import { createFinder } from './find-able.ts'
import { checkSpecOf } from './assignment.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { wordsOf, workWord } from '../sessions/work-word.ts'
import { mayVote } from '../votes/may-vote.ts'
import { insertWorkOutcome } from '../db/work-outcomes.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import { chooseAgent } from '../on-demand/choose-agent.ts'
import type { OpenWork, WorkOutcome } from '../on-demand/open-work.ts'
import { openInput } from '../on-demand/sealed-input.ts'

/** Work may also be added by a controller whose notification got lost. */
const LOOK_AT_LEAST_EVERY_MS = 5_000

/** While an agent has too much to do: nobody tells when it has room again. */
const LOOK_WHEN_FULL_MS = 250

const RETRY_MS = 1_000

const CLAIM_LIMIT = 500

/** Work on demand that another controller asked for. An older controller does not say for whom. */
const OnDemandPayload = z.object({
  kind: z.string(),
  input: z.unknown(),
  sharer: z.string().default(''),
  isOperators: z.boolean().default(false),
  traceparent: z.string().nullish(),
})

const RecheckPayload = z.object({
  monitorId: z.number(),
  attempt: z.number(),
  traceparent: z.string().default(''),
})

const OTHER_KEY =
  'Its passwords cannot be read by the controller of the agents there: the operator has to give all controllers the same SIGHTLINE_SECRET_KEY.'

/** A monitor whose people keep it to its own regions since the recheck was asked for, or took one from it,
 *  has no business there: its secrets would go along. */
function mayConfirm(region: string, monitor: AssignableMonitor): boolean {
  return monitor.regions.includes(region) || confirmingRegionsOf(monitor) === 'all'
}

/** Hands work that is due to this controller's agents. A look is asked for when work was added. */
export function startWorkDispatcher(parts: {
  db: Database
  sessions: Sessions
  work: OpenWork
  unseal: UnsealSettings
  /** The version of settings that this controller knows; left out: that of its program. */
  knownSettings?: number
  now: () => number
  log: Logger
}): Loop {
  const { db, sessions, work, unseal, knownSettings = SETTINGS_VERSION, now, log } = parts
  const trouble = createTroubleLog(log, {
    met: 'work for agents could not be handed out',
    over: 'work for agents is handed out again',
  })

  /** Of the region's agents that can check the monitor, know its settings and whose word counts the one that already has it,
   *  else any: not always the same, or of 10,000 outages at once half of all rechecks would be its. */
  function sessionFor(able: readonly Session[], { id }: AssignableMonitor): Session | undefined {
    return able.find((session) => session.assigned.has(id)) ?? able[id % able.length]
  }

  /** @param handedAtMs what `claimWorkItems` noted
   *  @returns false when nobody was asked after all */
  function sendRecheck(
    item: WorkItemRow,
    monitors: ReadonlyMap<number, AssignableMonitor>,
    find: FindAble,
    handedAtMs: number,
  ): boolean {
    const payload = RecheckPayload.parse(item.payload)
    const monitor = monitors.get(payload.monitorId)
    // Paused or deleted meanwhile, or the region's agent just left: those that answer decide.
    if (monitor === undefined || !mayConfirm(item.region, monitor)) return false
    const word = workWord(monitor.needs, monitor.needsVersion)
    const session = sessionFor(find(item.region, word), monitor)
    if (session === undefined) return false
    const key = { monitorId: monitor.id, scheduledAtMs: handedAtMs, attempt: payload.attempt }
    session.handed.add(key)
    session.send({
      case: 'work',
      value: create(WorkItemSchema, {
        id: item.publicId,
        timeoutMs: item.timeoutMs,
        sharer: sharerOfWorkspace(monitor.workspaceId),
        traceparent: payload.traceparent,
        work: {
          case: 'recheck',
          value: create(RecheckSchema, {
            ...key,
            check: checkSpecOf(monitor, unseal, session),
            scheduledAtMs: BigInt(handedAtMs),
          }),
        },
      }),
    })
    return true
  }

  async function sendRechecks(items: readonly WorkItemRow[], handedAtMs: number): Promise<void> {
    if (items.length === 0) return
    const ids = items.map((item) => RecheckPayload.parse(item.payload).monitorId)
    const monitors = await readAssignable(db, ids)
    const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]))
    const find = createFinder(sessions)
    const unsent = items.filter((item) => !sendRecheck(item, byId, find, handedAtMs))
    // What nobody was asked for nobody may answer.
    for (const [region, its] of Map.groupBy(unsent, (item) => item.region)) {
      const keys = its.map(({ payload }) => RecheckPayload.parse(payload))
      await deleteHandedRechecks(
        db,
        region,
        keys.map((key) => ({ ...key, scheduledAtMs: handedAtMs })),
      )
    }
  }

  /** @returns null for what was sealed with a key that is not known here */
  function tryToOpen(input: unknown): { readonly input: unknown } | null {
    try {
      return { input: openInput(unseal, input) }
    } catch {
      return null
    }
  }

  /** Whoever asked gets the outcome through the database. */
  async function doOnDemand(item: WorkItemRow): Promise<void> {
    const { publicId, region, capability, timeoutMs } = item
    const { kind, input, sharer, isOperators, traceparent } = OnDemandPayload.parse(item.payload)
    const session = chooseAgent(sessions, work, { region, capability, kind, sharer })
    if (session === 'full') {
      // More was claimed at once than there is room for: another controller may have some.
      await insertWorkItem(db, { ...item, dueAtMs: now() + LOOK_WHEN_FULL_MS })
      return
    }
    const opened = tryToOpen(input)
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

  /** What this controller's agents can do now: rechecks always where their word counts, work on demand
   *  where they have room, if only for those who have nothing there. @returns also whether there is more that
   *  they can do on demand */
  function places(): WorkPlaces & { isAnyFull: boolean } {
    const rechecks = new Set<string>()
    const free = new Set<string>()
    const inside = new Set<string>()
    const all = new Set<string>()
    for (const session of sessions.values()) {
      const isHeard = mayVote(session)
      for (const capability of session.capabilities) {
        const words = wordsOf(session, capability, knownSettings)
        const hasRoom = kindsNeeding(capability).some((kind) => work.room(session, kind) > 0)
        for (const place of words.map((word) => `${session.region} ${word}`)) {
          all.add(place)
          if (isHeard) rechecks.add(place)
          if (hasRoom) free.add(place)
          else for (const sharer of work.sharers(session)) inside.add(`${place} ${sharer}`)
        }
      }
    }
    return {
      rechecks: [...rechecks],
      onDemand: [...free],
      newcomers: [...all].filter((place) => !free.has(place)),
      inside: [...inside],
      isAnyFull: free.size < all.size,
    }
  }

  async function handOut(): Promise<number> {
    if (sessions.size === 0) return LOOK_AT_LEAST_EVERY_MS
    const { isAnyFull, ...can } = places()
    const handedAtMs = Math.round(now())
    const items = await claimWorkItems(db, handedAtMs, can, CLAIM_LIMIT)
    const [rechecks, onDemand] = [
      items.filter((item) => item.kind === 'recheck'),
      items.filter((item) => item.kind !== 'recheck'),
    ]
    for (const item of onDemand) {
      doOnDemand(item).catch((error: unknown) =>
        log.warn({ err: error, kind: item.kind }, 'work for another controller was not answered'),
      )
    }
    await sendRechecks(rechecks, handedAtMs)
    if (items.length === CLAIM_LIMIT) return 0
    const dueAtMs = await readNextDueAt(db, now(), can)
    const waitMs = dueAtMs === null ? LOOK_AT_LEAST_EVERY_MS : Math.max(0, dueAtMs - now())
    return isAnyFull ? Math.min(waitMs, LOOK_WHEN_FULL_MS) : waitMs
  }

  async function round(): Promise<number> {
    try {
      const waitMs = await handOut()
      trouble.over()
      return Math.min(waitMs, LOOK_AT_LEAST_EVERY_MS)
    } catch (error: unknown) {
      trouble.met(error)
      return RETRY_MS
    }
  }

  return startLoop(round)
}
