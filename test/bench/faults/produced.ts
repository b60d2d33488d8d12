import { DatabaseSync } from 'node:sqlite'
import { fromBinary } from '@bufbuild/protobuf'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { openState, stateFile } from '../../../agent/src/state/database.ts'

/** What a result is, as its key says and its agent meant it. */
type ResultKind = 'slot' | 'first check' | 'recheck'

/** A result that an agent had on disk. */
export interface ProducedResult {
  readonly monitorId: number
  readonly scheduledAtMs: number
  readonly attempt: number
  readonly kind: ResultKind
  /** No controller has acknowledged it. */
  readonly isWaiting: boolean
}

/** Everything that ever comes into the spool is written down beside it, in the same transaction. */
const RECORD = `
  create table produced (
    sequence integer primary key,
    monitor_id integer not null,
    scheduled_at_ms integer not null,
    attempt integer not null,
    result blob
  ) strict;
  create trigger record_produced after insert on spool begin
    insert into produced values (new.sequence, new.monitor_id, new.scheduled_at_ms, new.attempt,
      case when new.attempt > 0 then new.result end);
  end;
`

interface Row {
  readonly monitorId: number
  readonly scheduledAtMs: number
  readonly attempt: number
  readonly result: Uint8Array | null
  readonly isWaiting: number
}

/** Prepares the state folder of an agent that never ran. */
export function recordProduced(folder: string): void {
  const database = openState(folder)
  database.exec(RECORD)
  database.close()
}

/** @param folder of an agent that has ended
 *  @throws when nothing was recorded: nothing could be said to be lost */
export function readProduced(folder: string): ProducedResult[] {
  const database = new DatabaseSync(stateFile(folder))
  const rows = database
    .prepare(
      `select p.monitor_id as "monitorId", p.scheduled_at_ms as "scheduledAtMs", p.attempt, p.result,
        s.sequence is not null as "isWaiting"
       from produced p left join spool s using (sequence)`,
    )
    .all() as unknown as Row[]
  database.close()
  if (rows.length === 0) throw new Error(`no result was recorded in ${folder}`)
  return rows.map(({ result, isWaiting, ...key }) => ({
    ...key,
    kind: kindOf(result),
    isWaiting: isWaiting === 1,
  }))
}

function kindOf(result: Uint8Array | null): ResultKind {
  if (result === null) return 'slot'
  return fromBinary(CheckResultSchema, result).confirmation ? 'recheck' : 'first check'
}
