import { fromBinary, toBinary } from '@bufbuild/protobuf'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import type { DatabaseSync } from 'node:sqlite'

/** One assignment without its spec: what is read at the start and compared with what arrives. */
export interface StoredAssignment {
  readonly monitorId: number
  /** Host of the target, for the limit per host. */
  readonly host: string
  readonly periodMs: number
  readonly phaseMs: number
  /** The agent answers for the slots from here on. */
  readonly coveredFromMs: number
  /** The check beside the grid that was asked for last, and the last one that is done; 0 for none. */
  readonly runAtMs: number
  readonly doneRunAtMs: number
}

/** The assignments on disk. Specs stay there and are read when a slot is due (about 20 µs): 10,000
 *  of them in memory would take 20 MB. */
export interface AssignmentStore {
  readonly all: () => StoredAssignment[]
  readonly get: (monitorId: number) => { stored: StoredAssignment; spec: Uint8Array } | null
  /** null too where the disk did not keep it. */
  readonly spec: (monitorId: number) => CheckSpec | null
  readonly put: (stored: StoredAssignment, spec: Uint8Array) => void
  readonly remove: (monitorId: number) => void
  readonly setDoneRunAt: (monitorId: number, runAtMs: number) => void
}

/** A spec as it is stored and compared. */
export function specBytes(spec: CheckSpec): Uint8Array {
  return toBinary(CheckSpecSchema, spec)
}

const COLUMNS = `monitor_id as "monitorId", host, period_ms as "periodMs", phase_ms as "phaseMs",
  covered_from_ms as "coveredFromMs", run_at_ms as "runAtMs", done_run_at_ms as "doneRunAtMs"`

export function createAssignmentStore(database: DatabaseSync): AssignmentStore {
  const selectAll = database.prepare(`select ${COLUMNS} from assignments`)
  const selectOne = database.prepare(`select ${COLUMNS} from assignments where monitor_id = ?`)
  const selectSpec = database.prepare(
    'select check_spec as spec from assignments where monitor_id = ?',
  )
  const upsert = database.prepare(
    `insert into assignments (monitor_id, host, period_ms, phase_ms, check_spec, covered_from_ms,
       run_at_ms, done_run_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (monitor_id) do update set host = excluded.host, period_ms = excluded.period_ms,
       phase_ms = excluded.phase_ms, check_spec = excluded.check_spec,
       covered_from_ms = excluded.covered_from_ms, run_at_ms = excluded.run_at_ms,
       done_run_at_ms = excluded.done_run_at_ms`,
  )
  const remove = database.prepare('delete from assignments where monitor_id = ?')
  const setDone = database.prepare('update assignments set done_run_at_ms = ? where monitor_id = ?')

  function specOf(monitorId: number): Uint8Array | null {
    const spec = selectSpec.get(monitorId)?.['spec']
    return spec instanceof Uint8Array ? spec : null
  }

  return {
    all: () => selectAll.all() as unknown as StoredAssignment[],
    get(monitorId) {
      const stored = selectOne.get(monitorId) as unknown as StoredAssignment | undefined
      const spec = specOf(monitorId)
      return stored === undefined || spec === null ? null : { stored, spec }
    },
    spec(monitorId) {
      const bytes = specOf(monitorId)
      if (bytes === null) return null
      try {
        return fromBinary(CheckSpecSchema, bytes)
      } catch {
        return null
      }
    },
    put(stored, spec) {
      upsert.run(
        stored.monitorId,
        stored.host,
        stored.periodMs,
        stored.phaseMs,
        spec,
        stored.coveredFromMs,
        stored.runAtMs,
        stored.doneRunAtMs,
      )
    },
    remove(monitorId) {
      remove.run(monitorId)
    },
    setDoneRunAt(monitorId, runAtMs) {
      setDone.run(runAtMs, monitorId)
    },
  }
}
