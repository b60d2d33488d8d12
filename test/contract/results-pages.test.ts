import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { IncomingResult } from '../../controller/src/db/results.ts'
import type { ReportMonitor } from '../helpers/report-monitor.ts'
import { openReportMonitor } from '../helpers/report-monitor.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const NOW = Date.parse('2026-03-10T12:07:30.000Z')
const MINUTE = 60_000
const FROM = NOW - 5 * 24 * 60 * MINUTE
const REGIONS = ['eu-west', 'us-east']

let api: TestApi
let blocker: Database
let monitor: ReportMonitor
const results: Partial<IncomingResult>[] = []
let attempt = 0

/** The same results every time, all in the statuses that a filter can ask for. */
function resultsBetween(fromMs: number, toMs: number, everyMs: number): Partial<IncomingResult>[] {
  const made: Partial<IncomingResult>[] = []
  for (let at = fromMs; at < toMs; at += everyMs) {
    for (const region of REGIONS) {
      const n = (attempt += 1)
      made.push({
        checkedAtMs: at + (n % 7),
        scheduledAtMs: at,
        region,
        attempt: 2 * (n % 3),
        status: n % 97 === 0 ? 'down' : n % 53 === 0 ? 'degraded' : 'up',
      })
    }
  }
  return made
}

async function add(more: readonly Partial<IncomingResult>[]): Promise<void> {
  results.push(...more)
  await monitor.addResults(more)
}

beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
  api.clock.now = new Date(NOW)
  blocker = openDatabase(api.db.url, createLogger('test', 'fatal'), { max: 1 })
  monitor = await openReportMonitor(api, {
    changes: [[new Date(FROM).toISOString(), 'up']],
  })
  await add(resultsBetween(FROM, NOW - 3 * MINUTE, 2 * MINUTE))
  await monitor.rollUp()
  // Late ones, into quarters that are rolled up, and new ones after them.
  await add(resultsBetween(NOW - 50 * 60 * MINUTE, NOW - 49 * 60 * MINUTE, 7 * MINUTE + 1_000))
  await add(resultsBetween(NOW - 3 * MINUTE, NOW, 20_000))
})
afterAll(async () => {
  await blocker.close()
  await api.close()
})
beforeEach(() => api.db.query({ text: 'delete from request_bursts' }))

/** What a list of all results would give. */
function expected(query: URLSearchParams): Partial<IncomingResult>[] {
  const bound = (name: string, otherwise: number) =>
    query.has(name) ? Number(query.get(name)) * 1_000 : otherwise
  const statuses = query.get('status')?.split(',')
  return results
    .filter(
      ({ checkedAtMs = 0, region, status = '' }) =>
        checkedAtMs >= bound('from', NOW - 24 * 60 * MINUTE) &&
        checkedAtMs < bound('to', NOW) &&
        (!query.has('region') || region === query.get('region')) &&
        (statuses === undefined || statuses.includes(status)),
    )
    .toSorted(
      (a, b) =>
        (b.checkedAtMs ?? 0) - (a.checkedAtMs ?? 0) ||
        (b.scheduledAtMs ?? 0) - (a.scheduledAtMs ?? 0) ||
        (b.attempt ?? 0) - (a.attempt ?? 0) ||
        String(a.region).localeCompare(String(b.region)),
    )
}

const seconds = (ms: number) => Math.floor(ms / 1_000)
const ALL = `from=${seconds(FROM)}`

describe('pages of results', () => {
  it.each([
    [ALL, 1_000],
    [ALL, 777],
    [`${ALL}&region=us-east`, 1_000],
    [`${ALL}&status=down`, 10],
    [`${ALL}&status=down,degraded&region=eu-west`, 25],
    [`${ALL}&status=unknown`, 10],
    ['', 200],
    [`from=${seconds(FROM + 31 * MINUTE)}&to=${seconds(NOW - 61 * MINUTE)}`, 1_000],
    [`from=${seconds(NOW - 50 * 60 * MINUTE)}&to=${seconds(NOW - 49 * 60 * MINUTE)}`, 7],
    [`from=${seconds(NOW - 4 * MINUTE)}`, 5],
  ])('of "%s", %i a page, are the parts of the whole list', async (filter, per) => {
    const list = expected(new URLSearchParams(filter))
    const pages = Math.ceil(list.length / per)
    const asked = new Set([1, 2, Math.ceil(pages / 2), pages, pages + 1].filter((n) => n > 0))
    for (const page of asked) {
      const { status, body } = await monitor.ask('results', `${filter}&per=${per}&page=${page}`)
      expect([status, body.total]).toEqual([200, list.length])
      const shown = body.results.map(
        (result: { checkedAt: string; region: string; attempt: number }) =>
          `${Date.parse(result.checkedAt)} ${result.region} ${result.attempt}`,
      )
      expect(shown).toEqual(
        list
          .slice((page - 1) * per, page * per)
          .map((result) => `${result.checkedAtMs} ${result.region} ${result.attempt}`),
      )
    }
  })

  it('read no day that the page is not in', async () => {
    const list = expected(new URLSearchParams(ALL))
    const last = Math.ceil(list.length / 100)
    await blocker.transaction(async (tx) => {
      const { rows } = await tx.query<{ day: string }>(
        {
          text: `select i.inhrelid::regclass::text as day from pg_inherits i
            where i.inhparent = 'check_results'::regclass
              and exists (select from check_results c where c.tableoid = i.inhrelid
                and c.scheduled_at >= $1 and c.scheduled_at < $2)`,
        },
        [new Date(FROM + 20 * 60 * MINUTE), new Date(FROM + 30 * 60 * MINUTE)],
      )
      expect(rows).toHaveLength(1)
      await tx.query({ text: `lock table ${rows[0]?.day} in access exclusive mode` })
      for (const page of [1, last]) {
        const { body } = await monitor.ask('results', `${ALL}&per=100&page=${page}`)
        expect(body).toMatchObject({ total: list.length, page })
        expect(body.results.length).toBe(page === 1 ? 100 : list.length - (last - 1) * 100)
      }
    })
  })
})
