import { markOf } from '@sightline/shared/assignment-mark'
import type { Assignment, AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import type { AssignmentStore, StoredAssignment } from '../state/assignment-store.ts'
import { specBytes } from '../state/assignment-store.ts'
import { inTransaction } from '../state/database.ts'
import type { HeldAssignment } from './held-assignments.ts'
import { createHeldAssignments } from './held-assignments.ts'
import { createSnapshotNames } from './snapshot-names.ts'
import { createSpecReader } from './spec-reader.ts'
import type { Ticker } from './ticker.ts'
import { isRunDue, isSameAssignment, isUsable, runFromMs, storedFrom } from './told-assignment.ts'

/** Checks beside the grid that are remembered longer than their monitors are held. */
const MAX_RAN_LATELY = 1_000

/** The set of monitors this agent checks: on disk, so that it goes on without any controller. */
export interface Assignments {
  /** Begins ticking what is on disk. @param ranThroughMs slots before this were run; null when the
   *  agent never ran */
  readonly load: (ranThroughMs: number | null) => void
  /** A new stream: what was left of an unfinished snapshot of the last one is void. */
  readonly connected: () => void
  readonly apply: (update: AssignmentUpdate) => void
  readonly count: () => number
  /** What is held, for the controller to compare with what it told; null while some of it was not told on this
   *  run. @returns the update that was applied last, and a hash of all that is held */
  readonly held: () => { readonly update: number; readonly hash: number } | null
  /** null when the monitor is not assigned (any more). */
  readonly spec: (monitorId: number) => CheckSpec | null
  readonly host: (monitorId: number) => string
  /** The result of the check beside the grid is on disk. */
  readonly ranOnce: (monitorId: number, runAtMs: number) => void
}

/** @param deps.runOnce begins a check beside the grid */
export function createAssignments(deps: {
  database: DatabaseSync
  store: AssignmentStore
  ticker: Pick<Ticker, 'set' | 'remove'>
  now: () => number
  runOnce: (monitorId: number, runAtMs: number) => void
  log: Logger
}): Assignments {
  const { database, store, ticker, log } = deps
  const all = createHeldAssignments()
  const specs = createSpecReader(store)
  const names = createSnapshotNames()
  let lastUpdate = 0
  /** By monitor. One that is taken away and given back (a region left out by mistake) brings the instant along that its
   *  check was made for: made again, its result would have the key of the one before. */
  const ranLately = new Map<number, number>()

  function runOnceIfDue(stored: StoredAssignment, held: HeldAssignment): void {
    if (!isRunDue(stored, held.begunRunAtMs, deps.now())) return
    held.begunRunAtMs = stored.runAtMs
    deps.runOnce(stored.monitorId, stored.runAtMs)
  }

  function forgetSpec(monitorId: number): void {
    const held = all.get(monitorId)
    if (held !== undefined) specs.forget(held)
  }

  function start(stored: StoredAssignment, fromMs: number): HeldAssignment {
    forgetSpec(stored.monitorId)
    const held = all.hold(stored.monitorId, stored.host)
    ticker.set(stored.monitorId, stored, fromMs)
    return held
  }

  /** @returns whether anything changed */
  function upsert(assignment: Assignment): boolean {
    if (!isUsable(assignment)) {
      const { monitorId, periodMs, phaseMs } = assignment
      log.warn({ monitorId, periodMs, phaseMs }, 'an assignment makes no sense: ignored')
      return false
    }
    const spec = specBytes(assignment.check)
    const before = store.get(assignment.monitorId)
    const fromMs = runFromMs(assignment, before === null, deps.now())
    const ranAtMs = ranLately.get(assignment.monitorId) ?? 0
    const stored = storedFrom(assignment, before?.stored, fromMs, ranAtMs)
    const isSame = before !== null && isSameAssignment(before, stored, spec)
    const held = isSame ? all.get(stored.monitorId) : undefined
    if (held !== undefined) {
      all.setMark(held, markOf(assignment))
      return false
    }
    store.put(stored, spec)
    const started = start(stored, fromMs)
    all.setMark(started, markOf(assignment))
    runOnceIfDue(stored, started)
    return true
  }

  function remove(monitorId: number): boolean {
    forgetSpec(monitorId)
    if (!all.letGo(monitorId)) return false
    store.remove(monitorId)
    ticker.remove(monitorId)
    return true
  }

  return {
    load(ranThroughMs) {
      for (const stored of store.all()) {
        // Progress of a clock that ran ahead must not keep the agent from starting.
        const progressMs = Math.max(stored.coveredFromMs, ranThroughMs ?? deps.now())
        const fromMs = Math.min(progressMs, deps.now())
        runOnceIfDue(stored, start(stored, fromMs))
      }
      const assignments = all.count()
      if (assignments > 0) log.info({ assignments }, 'assignments loaded from disk')
    },
    connected() {
      names.forget()
      lastUpdate = 0
    },
    apply(update) {
      names.note(update)
      const changes = { changed: 0, removed: 0 }
      inTransaction(database, () => {
        for (const assignment of update.upserts) if (upsert(assignment)) changes.changed += 1
        for (const monitorId of update.removedMonitorIds) {
          if (remove(monitorId)) changes.removed += 1
        }
        const named = names.endedBy(update)
        if (named === null) return
        for (const monitorId of all.monitorIds()) {
          if (!named.has(monitorId) && remove(monitorId)) changes.removed += 1
        }
        names.forget()
      })
      lastUpdate = update.number
      if (changes.changed + changes.removed > 0) {
        // Changes come one by one while people work; what a connection brings is told once.
        const level = update.snapshot ? 'info' : 'debug'
        log[level]({ ...changes, assignments: all.count() }, 'assignments changed')
      }
    },
    count: all.count,
    held() {
      const hash = all.hash()
      return hash === null ? null : { update: lastUpdate, hash }
    },
    spec(monitorId) {
      const held = all.get(monitorId)
      if (held === undefined) return null
      const spec = specs.spec(monitorId, held)
      if (spec === null) {
        log.error(
          { monitorId },
          'the disk did not keep what a monitor is checked by: it is checked again once a controller has told it; look at the disk',
        )
        // What is held is not what was told any more, so it is.
        remove(monitorId)
      }
      return spec
    },
    host: (monitorId) => all.get(monitorId)?.host ?? '',
    ranOnce(monitorId, runAtMs) {
      ranLately.delete(monitorId)
      ranLately.set(monitorId, runAtMs)
      const [oldest] = ranLately.size > MAX_RAN_LATELY ? ranLately.keys() : []
      if (oldest !== undefined) ranLately.delete(oldest)
      if (all.get(monitorId) !== undefined) store.setDoneRunAt(monitorId, runAtMs)
    },
  }
}
