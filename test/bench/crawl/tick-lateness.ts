import { setTimeout as delay } from 'node:timers/promises'
import type { Installation } from '../detection/installation.ts'

const MONITORS = 600
/** Each has one slot in it. */
const WINDOW_MS = 60_000
/** A check that begins late is told late. */
const SETTLE_MS = 10_000

/** How late checks began in a window of a minute, ms, and how many slots have no result. */
export interface Lateness {
  readonly p99Ms: number
  readonly worstMs: number
  readonly missing: number
}

/** Has an agent check this many things a minute, all of them on one host. */
export async function addTicks({ api }: Installation, region: string, base: string): Promise<void> {
  for (let n = 0; n < MONITORS; n += 1) {
    const url = `${base}/p/${n}`
    const monitor = { name: `tick ${n}`, url, regions: [region], intervalMinutes: 1 }
    const { body } = await api.call('POST', '/api/v1/monitors', monitor)
    if (!Object.hasOwn(body as object, 'monitor')) throw new Error(JSON.stringify(body))
  }
}

/** Watches the ticks of a minute. @param during what goes on meanwhile, again and again */
export async function watchTicks(
  { db }: Installation,
  during: () => Promise<unknown>,
): Promise<Lateness> {
  const fromMs = Date.now()
  while (Date.now() < fromMs + WINDOW_MS) await during()
  await delay(SETTLE_MS)
  const { rows } = await db.query<Lateness & { slots: number }>(
    {
      text: `with late as (
          select extract(epoch from checked_at - scheduled_at)::float8 * 1000 as ms from check_results
          where attempt = 0 and not confirmation and scheduled_at >= to_timestamp($1::float8 / 1000)
            and scheduled_at < to_timestamp($1::float8 / 1000) + interval '1 minute'
        )
        select percentile_disc(0.99) within group (order by ms) as "p99Ms", max(ms) as "worstMs",
          ($2::int - count(*))::int as missing from late`,
    },
    [fromMs, MONITORS],
  )
  const [found] = rows
  if (found === undefined) throw new Error('a statement without a condition gave no row')
  return found
}
