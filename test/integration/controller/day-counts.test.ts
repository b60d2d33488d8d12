import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import '../../../controller/src/db/result-counts.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { STATEMENTS } from '../../../controller/src/db/sql.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

/** Days of ten monitors, with histograms as long as those of a check a minute. */
const DAYS = `
  insert into check_rollups (span_minutes, monitor_id, start_at, region, checks, up, degraded, down, unknown,
    failures, response_count, response_sum_ms, dns_sum_ms, connect_sum_ms, tls_sum_ms, first_byte_sum_ms,
    download_sum_ms, dns_count, connect_count, tls_count, first_byte_count, download_count, response_histogram)
  select 1440, monitor, date '2025-01-01' + day, 'eu-west', 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    decode(repeat('0102030405060708090a0b0c', 100), 'hex')
  from generate_series(0, 399) day, generate_series(1, 10) monitor`

/** The same days of another local time. */
const LOCAL_DAYS = DAYS.replace('+ day,', "+ day + time '18:30',")

/** Vacuums until every page is known to be visible to all: somebody who looks at the database meanwhile, as autovacuum
 *  does, keeps some from it, and then the planner chooses another way. */
async function vacuum(db: Database): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    await db.query({ text: 'vacuum analyze check_rollups_days' })
    const { rows } = await db.query<{ unseen: number }>({
      text: `select relpages - relallvisible as unseen from pg_class where oid = 'check_rollups_days'::regclass`,
    })
    if (rows[0]?.unseen === 0) return
    await delay(100)
  }
  throw new Error('some of the days were not visible to all for ten seconds')
}

/** How 400 days of a monitor are counted. */
async function planOf(db: Database): Promise<string> {
  const counting = [...STATEMENTS].find(
    (text) => text.includes('as matching') && text.includes('check_rollups'),
  )
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(
    { text: `explain (analyze, timing off) ${counting}` },
    [
      3,
      [1_440],
      [new Date('2025-01-01T00:00:00Z')],
      [new Date('2026-02-05T00:00:00Z')],
      null,
      null,
    ],
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it('counts the results of 400 days without reading the histograms of their days', async () => {
  const { db, close } = await openTestDatabase()
  try {
    await db.query({ text: DAYS })
    await vacuum(db)
    expect(await planOf(db)).toContain('Index Only Scan using check_rollups_days_counts')
  } finally {
    await close()
  }
})

it('counts them without reading the days of other local times', async () => {
  const { db, close } = await openTestDatabase()
  try {
    await db.query({ text: DAYS })
    await db.query({ text: LOCAL_DAYS })
    await vacuum(db)
    const plan = await planOf(db)
    expect(plan).toMatch(/check_rollups_days_counts.*rows=400/)
    expect(plan).not.toContain('Rows Removed by Filter')
  } finally {
    await close()
  }
})
