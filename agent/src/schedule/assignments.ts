import { markOf } from '@sightline/shared/assignment-mark'
import type { Assignment, AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import type { AssignmentStore, StoredAssignment } from '../state/assignment-store.ts'
import { specBytes } from '../state/assignment-store.ts'
import { inTransaction } from '../state/database.ts'
import { createHeldTally } from './held-tally.ts'
import { createSharedTexts } from './shared-texts.ts'
import { createSnapshotNames } from './snapshot-names.ts'
import type { KeptSpec } from './spec-reader.ts'
import { createSpecReader } from './spec-reader.ts'
import type { Ticker } from './ticker.ts'
import { isRunDue, isSameAssignment, isUsable, runFromMs, storedFrom } from './told-assignment.ts'

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
  /** Whether its check renders a page. */
  readonly usesBrowser: (monitorId: number) => boolean
  /** The result of the check beside the grid is on disk. */
  readonly ranOnce: (monitorId: number, runAtMs: number) => void
}

interface Known extends KeptSpec {
  readonly host: string
  /** Check beside the grid that was begun last, so that a re-sent assignment does not begin it twice. */
  begunRunAtMs: number
  /** Stands for it as a controller told it (`assignmentMark`); null when it was not told on this run. */
  mark: number | null
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
  const known = new Map<number, Known>()
  const hosts = createSharedTexts(Infinity)
  const specs = createSpecReader(store)
  const names = createSnapshotNames()
  const tally = createHeldTally()
  let lastUpdate = 0

  function runOnceIfDue(stored: StoredAssignment, entry: Known): void {
    if (!isRunDue(stored, entry.begunRunAtMs, deps.now())) return
    entry.begunRunAtMs = stored.runAtMs
    deps.runOnce(stored.monitorId, stored.runAtMs)
  }

  function noteMark(entry: Known, mark: number): void {
    tally.marked(entry.mark, mark)
    entry.mark = mark
  }

  function start(stored: StoredAssignment, fromMs: number): Known {
    const before = known.get(stored.monitorId)
    if (before === undefined) tally.added()
    const entry = {
      host: hosts.same(stored.host) ?? stored.host,
      spec: null,
      usesBrowser: null,
      begunRunAtMs: before?.begunRunAtMs ?? 0,
      mark: before?.mark ?? null,
    }
    known.set(stored.monitorId, entry)
    ticker.set(stored.monitorId, stored, fromMs)
    return entry
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
    const stored = storedFrom(assignment, before?.stored, fromMs)
    const isSame = before !== null && isSameAssignment(before, stored, spec)
    const entry = isSame ? known.get(stored.monitorId) : undefined
    if (entry !== undefined) {
      noteMark(entry, markOf(assignment))
      return false
    }
    store.put(stored, spec)
    const started = start(stored, fromMs)
    noteMark(started, markOf(assignment))
    runOnceIfDue(stored, started)
    return true
  }

  function remove(monitorId: number): boolean {
    const entry = known.get(monitorId)
    if (entry === undefined) return false
    known.delete(monitorId)
    tally.removed(entry.mark)
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
      if (known.size > 0) log.info({ assignments: known.size }, 'assignments loaded from disk')
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
        for (const monitorId of known.keys()) {
          if (!named.has(monitorId) && remove(monitorId)) changes.removed += 1
        }
        names.forget()
      })
      lastUpdate = update.number
      if (changes.changed + changes.removed > 0) {
        // Changes come one by one while people work; what a connection brings is told once.
        const level = update.snapshot ? 'info' : 'debug'
        log[level]({ ...changes, assignments: known.size }, 'assignments changed')
      }
    },
    count: () => known.size,
    held() {
      const hash = tally.hash()
      return hash === null ? null : { update: lastUpdate, hash }
    },
    spec(monitorId) {
      const entry = known.get(monitorId)
      return entry === undefined ? null : specs.spec(monitorId, entry)
    },
    host: (monitorId) => known.get(monitorId)?.host ?? '',
    usesBrowser(monitorId) {
      const entry = known.get(monitorId)
      return entry !== undefined && specs.usesBrowser(monitorId, entry)
    },
    ranOnce(monitorId, runAtMs) {
      if (known.has(monitorId)) store.setDoneRunAt(monitorId, runAtMs)
    },
  }
}
