import { markOf } from '@sightline/shared/assignment-mark'
import type { Assignment, AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import type { AssignmentStore, StoredAssignment } from '../state/assignment-store.ts'
import { specBytes } from '../state/assignment-store.ts'
import { inTransaction } from '../state/database.ts'
import { hostOf } from '../net/target-host.ts'
import { usesBrowser } from '../checks/uses-browser.ts'
import { createHeldTally } from './held-tally.ts'
import { createSharedTexts } from './shared-texts.ts'
import type { Ticker } from './ticker.ts'

/** The grid is never finer than this: a plan's shortest interval is a minute, tests use seconds. */
const MIN_PERIOD_MS = 1_000

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

interface Known {
  readonly host: string
  /** As it was read last; null when it was not read yet, or is not kept. */
  spec: CheckSpec | null
  /** null until it is asked for. */
  usesBrowser: boolean | null
  /** Check beside the grid that was begun last, so that a re-sent assignment does not begin it twice. */
  begunRunAtMs: number
  /** Stands for it as a controller told it (`assignmentMark`); null when it was not told on this run. */
  mark: number | null
}

/** Of settings that are kept in memory, in characters. Most monitors share a few sets of them. */
const MAX_KEPT_SETTINGS = 4 * 1024 * 1024

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
  const settings = createSharedTexts(MAX_KEPT_SETTINGS)
  let named: Set<number> | null = null
  const tally = createHeldTally()
  let lastUpdate = 0

  /** Reading a spec from disk and decoding it costs as much as the rest of a tick. */
  function specOf(monitorId: number, entry: Known): CheckSpec | null {
    if (entry.spec !== null) return entry.spec
    const spec = store.spec(monitorId)
    const settingsJson = spec === null ? null : settings.same(spec.settingsJson)
    if (spec !== null && settingsJson !== null) {
      spec.settingsJson = settingsJson
      entry.spec = spec
    }
    return spec
  }

  function runOnceIfDue(stored: StoredAssignment, entry: Known): void {
    const { runAtMs, monitorId } = stored
    if (runAtMs <= Math.max(stored.doneRunAtMs, entry.begunRunAtMs)) return
    if (runAtMs < deps.now() - stored.periodMs) return
    entry.begunRunAtMs = runAtMs
    deps.runOnce(monitorId, runAtMs)
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

  function isUsable(assignment: Assignment): boolean {
    const { monitorId, periodMs, phaseMs, check } = assignment
    const usable =
      monitorId > 0 && check !== undefined && periodMs >= MIN_PERIOD_MS && phaseMs < periodMs
    if (!usable) log.warn({ monitorId, periodMs, phaseMs }, 'an assignment makes no sense: ignored')
    return usable
  }

  /** @returns whether anything changed */
  function upsert(assignment: Assignment): boolean {
    if (assignment.check === undefined || !isUsable(assignment)) return false
    const { monitorId, periodMs, phaseMs } = assignment
    const spec = specBytes(assignment.check)
    const before = store.get(monitorId)
    const nowMs = deps.now()
    const coverFromMs = Number(assignment.coverFromMs)
    const runAtMs = Number(assignment.runAtMs)
    const hasSameGrid = before?.stored.periodMs === periodMs && before.stored.phaseMs === phaseMs
    const fromMs = before === null && coverFromMs > 0 ? Math.min(coverFromMs, nowMs) : nowMs
    const stored: StoredAssignment = {
      monitorId,
      host: hostOf(assignment.check.url),
      periodMs,
      phaseMs,
      coveredFromMs: before !== null && hasSameGrid ? before.stored.coveredFromMs : fromMs,
      runAtMs: runAtMs > 0 ? runAtMs : (before?.stored.runAtMs ?? 0),
      doneRunAtMs: before?.stored.doneRunAtMs ?? 0,
    }
    const isSame =
      before !== null &&
      hasSameGrid &&
      before.stored.runAtMs === stored.runAtMs &&
      Buffer.compare(before.spec, spec) === 0
    const entry = isSame ? known.get(monitorId) : undefined
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

  function noteNames(update: AssignmentUpdate): void {
    if (update.snapshot) named ??= new Set()
    for (const { monitorId } of update.upserts) named?.add(monitorId)
    for (const monitorId of update.removedMonitorIds) named?.delete(monitorId)
  }

  function isEndOfSnapshot(update: AssignmentUpdate): boolean {
    return update.snapshot && update.last && named !== null
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
      named = null
      lastUpdate = 0
    },
    apply(update) {
      noteNames(update)
      const changes = { changed: 0, removed: 0 }
      inTransaction(database, () => {
        for (const assignment of update.upserts) if (upsert(assignment)) changes.changed += 1
        for (const monitorId of update.removedMonitorIds) {
          if (remove(monitorId)) changes.removed += 1
        }
        if (!isEndOfSnapshot(update)) return
        for (const monitorId of known.keys()) {
          if (named?.has(monitorId) !== true && remove(monitorId)) changes.removed += 1
        }
        named = null
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
      return entry === undefined ? null : specOf(monitorId, entry)
    },
    host: (monitorId) => known.get(monitorId)?.host ?? '',
    usesBrowser(monitorId) {
      const entry = known.get(monitorId)
      if (entry === undefined) return false
      if (entry.usesBrowser === null) {
        const spec = specOf(monitorId, entry)
        entry.usesBrowser = spec !== null && usesBrowser(spec)
      }
      return entry.usesBrowser
    },
    ranOnce(monitorId, runAtMs) {
      if (known.has(monitorId)) store.setDoneRunAt(monitorId, runAtMs)
    },
  }
}
