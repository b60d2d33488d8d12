import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../controller/src/db/results.ts'
import { commitResults } from '../../controller/src/ingest/commit.ts'
import { aResult } from './report-rows.ts'
import { insertMonitors, insertVoters, insertWorkspace } from './rows.ts'
import type { TestDatabase } from './test-database.ts'
import { openTestDatabase } from './test-database.ts'

export const NOW = Date.parse('2026-03-01T12:00:00Z')

/** A database that results are committed to, of one monitor that is new for each test unless they say another. */
export interface CommitDatabase {
  readonly db: Database
  readonly url: string
  readonly workspaceId: number
  readonly monitorId: number
  /** Makes room for results of some instants. */
  readonly ensure: (instantsMs: readonly number[]) => Promise<void>
  /** A result of a passing check at NOW, unless told otherwise. */
  readonly aRow: (fields?: Partial<IncomingResult>) => IncomingResult
  readonly aFailure: (fields?: Partial<IncomingResult>) => IncomingResult
  /** Commits results at NOW. */
  readonly commit: (rows: IncomingResult[]) => ReturnType<typeof commitResults>
  /** Commits what us-east finds when the rule asks it. */
  readonly confirm: (fields?: Partial<IncomingResult>) => ReturnType<typeof commitResults>
  /** Rows of a statement about the monitor, which is its $1. */
  readonly select: <Row>(text: string) => Promise<Row[]>
  readonly readStatus: () => Promise<MonitorStatus | undefined>
  readonly countResults: () => Promise<number | undefined>
  readonly askForFirstCheck: (atMs: number) => Promise<void>
}

interface MonitorStatus {
  readonly status: string
  readonly status_reason: string | null
  readonly steady: boolean
}

/** Opens it for the tests of a file, and closes it after them. */
export function useCommitDatabase(): CommitDatabase {
  let database: TestDatabase
  let workspaceId: number
  let monitorId: number
  let ensure: (instantsMs: readonly number[]) => Promise<void>

  beforeAll(async () => {
    database = await openTestDatabase()
    workspaceId = await insertWorkspace(database.db)
    await insertVoters(database.db, ['eu-west', 'us-east'])
    ensure = (await openResultDays(database.db, createLogger('test', 'silent'))).ensure
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    monitorId = (await insertMonitors(database.db, workspaceId))[0] ?? 0
  })

  function aRow(fields: Partial<IncomingResult> = {}): IncomingResult {
    const scheduledAtMs = fields.scheduledAtMs ?? NOW
    return aResult({ monitorId, scheduledAtMs, checkedAtMs: scheduledAtMs + 5, ...fields })
  }

  function aFailure(fields: Partial<IncomingResult> = {}): IncomingResult {
    return aRow({
      status: 'down',
      statusCode: 500,
      failureSource: 'target',
      phase: 'firstByte',
      cause: 'serverError',
      error: 'The server answered 500 "Internal \\ Server Error".',
      ...fields,
    })
  }

  const commit = (rows: IncomingResult[]) => commitResults(database.db, rows, () => NOW, ensure)

  const confirm = (fields: Partial<IncomingResult> = {}) =>
    commit([
      aFailure({
        region: 'us-east',
        scheduledAtMs: NOW + 40,
        attempt: 1,
        confirmation: true,
        ...fields,
      }),
    ])

  async function select<Row>(text: string): Promise<Row[]> {
    const { rows } = await database.db.query<Row>({ text }, [monitorId])
    return rows
  }

  const readStatus = async () =>
    (
      await select<MonitorStatus>(
        'select status, status_reason, steady from monitor_states where monitor_id = $1',
      )
    )[0]

  const countResults = async () =>
    (await select<{ count: number }>('select count(*) from check_results where monitor_id = $1'))[0]
      ?.count

  async function askForFirstCheck(atMs: number): Promise<void> {
    await database.db.query({ text: 'update monitors set run_at = $2 where id = $1' }, [
      monitorId,
      new Date(atMs),
    ])
  }

  return {
    get db() {
      return database.db
    },
    get url() {
      return database.url
    },
    get workspaceId() {
      return workspaceId
    },
    get monitorId() {
      return monitorId
    },
    ensure: (instantsMs) => ensure(instantsMs),
    aRow,
    aFailure,
    commit,
    confirm,
    select,
    readStatus,
    countResults,
    askForFirstCheck,
  }
}
