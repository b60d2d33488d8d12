import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from '../report.ts'
import { percentile } from '../report.ts'
import type { FleetInstallation } from './installation.ts'
import { between, spentBy } from './processes.ts'
import type { Sink } from './sink.ts'
import type { Size } from './size.ts'

/** A tenth of the monitors. */
const EVERY = 10
const LIMIT_MS = 150_000

/** What is known of the broken monitors so far. */
const PROGRESS = `
  select (select count(*)::integer from monitors where id % ${EVERY} = 0) as broken,
    (select count(*)::integer from outages where ended_at is null) as outages,
    (select count(*)::integer from alerts where kind = 'down') as planned,
    (select count(*)::integer from alerts where kind = 'down' and sent_at is not null) as told`

/** Times in s: from the first failing check of each. */
const LAGS = `
  select extract(epoch from o.confirmed_at - o.started_at)::float8 as "confirmedS",
    extract(epoch from a.created_at - o.started_at)::float8 as "plannedS",
    extract(epoch from a.sent_at - o.started_at)::float8 as "toldS",
    extract(epoch from a.sent_at)::float8 * 1000 as "toldAtMs"
  from outages o join alerts a on a.outage_id = o.public_id and a.kind = 'down'
  where a.sent_at is not null`

interface Progress {
  readonly broken: number
  readonly outages: number
  readonly planned: number
  readonly told: number
}

interface Lag {
  readonly confirmedS: number
  readonly plannedS: number
  readonly toldS: number
  readonly toldAtMs: number
}

async function untilTold({ db }: FleetInstallation): Promise<Progress> {
  const untilMs = performance.now() + LIMIT_MS
  for (;;) {
    const { rows } = await db.query<Progress>({ text: PROGRESS })
    const [progress] = rows
    if (progress === undefined) throw new Error('nothing is known of the monitors')
    console.log(`  mass outage: ${JSON.stringify(progress)}`)
    if (progress.told >= progress.broken || performance.now() > untilMs) return progress
    await delay(3_000)
  }
}

/** A tenth of the monitors goes down in all regions and is found down at once, while each is checked once a
 *  minute, as many checks as in five regions every five minutes. */
export async function measureOutage(
  fleet: FleetInstallation,
  size: Size,
  sink: Sink,
): Promise<Figure[]> {
  const { db, agents } = fleet
  await agents.check(1, size.regions)
  await delay(5_000)
  const before = spentBy(fleet)
  const brokenAtMs = Date.now()
  await agents.breakEvery(EVERY)
  const { broken, told } = await untilTold(fleet)
  const spent = between(before, spentBy(fleet))
  const { rows } = await db.query<Lag>({ text: LAGS })
  const toldS = rows.map((lag) => lag.toldS)
  return [
    { name: 'monitors that went down at once', value: broken, unit: 'monitors' },
    { name: 'of them told', value: told, unit: 'monitors', target: `all ${broken}` },
    {
      name: 'first failing check to outage confirmed, 99th percentile',
      value: percentile(
        rows.map(({ confirmedS }) => confirmedS),
        0.99,
      ),
      unit: 's',
    },
    {
      name: 'first failing check to alert planned, 99th percentile',
      value: percentile(
        rows.map(({ plannedS }) => plannedS),
        0.99,
      ),
      unit: 's',
    },
    { name: 'first failing check to alert told, median', value: percentile(toldS, 0.5), unit: 's' },
    {
      name: 'first failing check to alert told, worst',
      value: Math.max(...toldS),
      unit: 's',
      target: 'under 30',
    },
    {
      name: 'broken to the last told',
      value: (Math.max(...rows.map(({ toldAtMs }) => toldAtMs)) - brokenAtMs) / 1_000,
      unit: 's',
      target: 'under 30',
    },
    {
      name: "controllers' processor time for each of them, other checks included",
      value: spent.controllers / broken,
      unit: 'ms',
    },
    {
      name: "database's processor time for each of them, other checks included",
      value: spent.database / broken,
      unit: 'ms',
    },
    { name: 'messages that told them', value: sink.messages(), unit: 'messages' },
  ]
}
