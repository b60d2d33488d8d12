import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { IncomingResult } from '../../controller/src/db/results.ts'
import { storeResults } from '../../controller/src/db/results.ts'
import { latestOfRegions, orderedByKey } from '../../controller/src/ingest/result-row.ts'
import { rollUp } from '../../controller/src/reports/rollups/roll-up.ts'
import { aResult } from './report-rows.ts'
import type { Answer, TestApi } from './test-api.ts'
import { openTestApi } from './test-api.ts'

/** A status and since when, ISO 8601. */
export type Change = readonly [at: string, status: string]

/** An outage; what matters to a test is said. */
export interface OutageFields {
  readonly id: string
  readonly startedAt: string
  readonly endedAt?: string
  readonly scope?: 'global' | 'regional'
  readonly regions?: readonly string[]
}

/** A monitor of the API whose history a test makes up. */
export interface ReportMonitor {
  readonly id: string
  readonly addResults: (results: readonly Partial<IncomingResult>[]) => Promise<void>
  /** Rolls up whatever is over at the API's time. */
  readonly rollUp: () => Promise<void>
  /** Asks for a report of it. */
  readonly ask: (report: string, query?: string, key?: string | null) => Promise<Answer>
}

let made = 0

/** Makes a monitor in two regions, made when the first status is from.
 *  @param options.changes its statuses, oldest first */
export async function openReportMonitor(
  api: TestApi,
  options: { changes: readonly Change[]; outages?: readonly OutageFields[] },
): Promise<ReportMonitor> {
  made += 1
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: { url: `https://reports-${made}.example`, regions: ['eu-west', 'us-east'] },
  })
  const { id } = body.monitor
  const { rows } = await api.db.query<{ id: number }>(
    { text: 'update monitors set created_at = $2 where public_id = $1 returning id' },
    [id, options.changes[0]?.[0]],
  )
  const monitorId = rows[0]?.id ?? 0
  await api.db.query({ text: 'delete from state_changes where monitor_id = $1' }, [monitorId])
  for (const [at, status] of options.changes) {
    await api.db.query(
      { text: 'insert into state_changes (monitor_id, at, status) values ($1, $2, $3)' },
      [monitorId, at, status],
    )
  }
  for (const outage of options.outages ?? []) {
    await api.db.query(
      {
        text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions,
            cause, summary)
          values ($1, $2, $3, $3::timestamptz + interval '2 seconds', $4, $5, $6, 'serverError',
            'The server answered 500.')`,
      },
      [
        outage.id,
        monitorId,
        outage.startedAt,
        outage.endedAt ?? null,
        outage.scope ?? 'global',
        outage.regions ?? ['eu-west', 'us-east'],
      ],
    )
  }
  const days = await openResultDays(api.db, createLogger('test', 'silent'))
  return {
    id,
    async addResults(results) {
      const all = orderedByKey(
        results.map((fields, index) =>
          // Apart, and no first checks, which are stored only where they were asked for.
          aResult({ monitorId, checkedAtMs: 0, attempt: 2 * index, ...fields }),
        ),
      )
      await days.ensure(all.map((row) => row.scheduledAtMs))
      await storeResults(
        api.db,
        all,
        latestOfRegions(all, () => true),
      )
    },
    async rollUp() {
      await rollUp(api.db, api.clock.now.getTime(), Number.POSITIVE_INFINITY)
    },
    ask: (report, query = '', key) =>
      api.ask('GET', `/api/v1/monitors/${id}/${report}?${query}`, key === undefined ? {} : { key }),
  }
}

/** Makes a monitor for the tests of a file, at an API of their own whose clock stands at 2026-03-10T12:00:00Z, and closes
 *  that after them. No test has used up what requests another may make. */
export function useReportMonitor(
  history: Parameters<typeof openReportMonitor>[1],
): ReportMonitor & { readonly api: TestApi } {
  let api: TestApi
  let monitor: ReportMonitor

  beforeAll(async () => {
    api = await openTestApi()
    await api.addRegion('us-east', true)
    monitor = await openReportMonitor(api, history)
  })
  afterAll(() => api.close())
  beforeEach(() => api.db.query({ text: 'delete from request_bursts' }))

  return {
    get api() {
      return api
    },
    get id() {
      return monitor.id
    },
    addResults: (results) => monitor.addResults(results),
    rollUp: () => monitor.rollUp(),
    ask: (...request) => monitor.ask(...request),
  }
}

/** What every report refuses about its window, and the parameter its error names.
 *  @param tooLong a "from" that is one second too far before now */
export function refusedWindows(tooLong: string): [string, string][] {
  return [
    ['from=yesterday', 'from'],
    ['to=2026-02-31', 'to'],
    ['to=', 'to'],
    ['from=1773144000000', 'from'],
    ['from=-1', 'from'],
    ['from=2026-03-10&to=2026-03-10', 'from'],
    ['from=2026-03-11', 'from'],
    [`from=${tooLong}`, 'from'],
  ]
}
