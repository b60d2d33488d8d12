import type { Database } from '../../../controller/src/db/pool.ts'
import type { Figure } from '../report.ts'
import { median } from '../report.ts'
import type { ReceivedAlert } from './alert-record.ts'
import { isOfPage } from './monitors.ts'
import type { Broken } from './play.ts'

interface Outage {
  readonly id: string
  readonly name: string
  readonly scope: string
  readonly startedAtMs: number
  readonly confirmedAtMs: number
  readonly endedAtMs: number | null
}

const READ_OUTAGES = `
  select o.public_id as id, m.name, o.scope, extract(epoch from o.started_at)::float8 * 1000 as "startedAtMs",
    extract(epoch from o.confirmed_at)::float8 * 1000 as "confirmedAtMs",
    extract(epoch from o.ended_at)::float8 * 1000 as "endedAtMs"
  from outages o join monitors m on m.id = o.monitor_id order by o.started_at`

/** Each monitor counts once. Parameter: since when, UNIX ms. */
const READ_UNKNOWN = `
  select count(distinct monitor_id)::integer as unknown,
    (select count(*)::integer from monitor_states where status <> 'up') as "notUp"
  from state_changes where status = 'unknown' and at > to_timestamp($1::float8 / 1000)`

/** What people are told of every outage. */
const TOLD_KINDS = ['down', 'up'] as const

const count = (name: string, value: number, unit: string, target?: string): Figure => ({
  name,
  value,
  unit,
  ...(target === undefined ? {} : { target }),
})

/** A break is seen in a check that began a moment before, by another clock's rounding. */
const SLACK_MS = 1_000

const isOf = ({ page, fromMs, toMs }: Broken, { name, startedAtMs }: Outage): boolean =>
  name === page && startedAtMs >= fromMs - SLACK_MS && startedAtMs <= toMs + SLACK_MS

async function outageFigures(
  outages: readonly Outage[],
  broken: readonly Broken[],
): Promise<Figure[]> {
  const ofBreaks = broken.map((each) => outages.filter((outage) => isOf(each, outage)))
  const rightful = new Set(ofBreaks.flatMap(([first]) => (first === undefined ? [] : [first])))
  const wrong = outages.filter((outage) => !rightful.has(outage))
  for (const { name, scope, startedAtMs } of wrong) {
    console.log(`  false outage: ${name} ${scope} ${new Date(startedAtMs).toISOString()}`)
  }
  const downS = broken.flatMap(({ fromMs }, index) => {
    const outage = ofBreaks[index]?.[0]
    return outage === undefined ? [] : [(outage.confirmedAtMs - fromMs) / 1_000]
  })
  const upS = broken.flatMap(({ toMs }, index) => {
    const endedAtMs = ofBreaks[index]?.[0]?.endedAtMs ?? null
    return endedAtMs === null ? [] : [(endedAtMs - toMs) / 1_000]
  })
  return [
    count('false outages', wrong.length, 'outages', 'none'),
    count('broken pages that went down', downS.length, 'pages', `all ${broken.length}`),
    count('broken pages that came back', upS.length, 'pages', `all ${broken.length}`),
    count('broken to down, median', median(downS), 's'),
    count('broken to down, worst', Math.max(...downS), 's'),
    count('mended to up, worst', Math.max(...upS), 's'),
  ]
}

function alertFigures(outages: readonly Outage[], received: readonly ReceivedAlert[]): Figure[] {
  const told = new Map<string, ReceivedAlert[]>()
  for (const alert of received) {
    const key = `${alert.outageId}/${alert.kind}`
    told.set(key, [...(told.get(key) ?? []), alert])
  }
  const expected = outages.flatMap(({ id }) => TOLD_KINDS.map((kind) => `${id}/${kind}`))
  const idsOf = (key: string) => new Set(told.get(key)?.map(({ deliveryId }) => deliveryId))
  const confirmed = new Map(outages.map((outage) => [outage.id, outage.confirmedAtMs]))
  const waits = received
    .filter(({ kind }) => kind === 'down')
    .map(({ atMs, outageId }) => (atMs - (confirmed.get(outageId ?? '') ?? Number.NaN)) / 1_000)
  const known = new Set(received.map(({ deliveryId }) => deliveryId))
  const aboutWell = received.filter(({ monitor }) => monitor === null || !isOfPage(monitor.name))
  return [
    count('alerts told', expected.length, 'alerts'),
    count('alerts never told', expected.filter((key) => !told.has(key)).length, 'alerts', 'none'),
    count(
      'alerts told twice',
      expected.filter((key) => idsOf(key).size > 1).length,
      'alerts',
      'none',
    ),
    count(
      'alerts sent again under the same id, after a death while they were sent',
      received.length - known.size,
      'alerts',
    ),
    count('alerts about pages that were well', aboutWell.length, 'alerts', 'none'),
    count('down to told, worst', Math.max(...waits), 's'),
  ]
}

/** What was said of monitors, and told to people.
 *  @param fromMs when all were up, UNIX ms */
export async function accountOutages(
  db: Database,
  {
    broken,
    received,
    fromMs,
  }: {
    broken: readonly Broken[]
    received: readonly ReceivedAlert[]
    fromMs: number
  },
): Promise<Figure[]> {
  const { rows: outages } = await db.query<Outage>({ text: READ_OUTAGES })
  const { rows } = await db.query<{ unknown: number; notUp: number }>({ text: READ_UNKNOWN }, [
    fromMs,
  ])
  return [
    ...(await outageFigures(outages, broken)),
    count('monitors called unknown', rows[0]?.unknown ?? Number.NaN, 'monitors', 'none'),
    count('monitors not up at the end', rows[0]?.notUp ?? Number.NaN, 'monitors', 'none'),
    ...alertFigures(outages, received),
  ]
}
