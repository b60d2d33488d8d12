import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from '../report.ts'
import type { FleetInstallation } from './installation.ts'
import { between, controllerMb, spentBy } from './processes.ts'
import type { Size } from './size.ts'
import { countOf, waitOfShare } from './waits.ts'

/** What came before a rate is not counted as its own. */
const SETTLE_MS = 8_000
const MOST_WAIT_MS = 2_000

/** How one rate of checks went. */
export interface Rate {
  readonly inRegions: number
  readonly acknowledged: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Results of the database's and the controllers' processor time each, µs a result. */
  readonly controllersUs: number
  readonly databaseUs: number
  readonly agentsUs: number
  readonly memoryMb: number
  /** As many came back as were sent, in time. */
  readonly isCarried: boolean
}

/** Has every monitor checked in so many regions each minute, for a while. */
export async function keepUp(
  fleet: FleetInstallation,
  size: Size,
  inRegions: number,
  seconds: number,
): Promise<Rate> {
  const { agents } = fleet
  await agents.check(inRegions, size.regions)
  await delay(SETTLE_MS)
  const openBefore = (await agents.look()).open
  await agents.take()
  const before = spentBy(fleet)
  const beganMs = performance.now()
  await delay(seconds * 1_000)
  const { counts, sent } = await agents.take()
  const tookS = (performance.now() - beganMs) / 1_000
  const { open } = await agents.look()
  const spent = between(before, spentBy(fleet))
  const count = countOf(counts)
  const p99Ms = waitOfShare(counts, 0.99)
  const asUs = (ms: number): number => (ms * 1_000) / count
  const rate = {
    inRegions,
    acknowledged: count / tookS,
    p50Ms: waitOfShare(counts, 0.5),
    p99Ms,
    controllersUs: asUs(spent.controllers),
    databaseUs: asUs(spent.database),
    agentsUs: asUs(spent.agents),
    memoryMb: controllerMb(fleet),
    isCarried: p99Ms < MOST_WAIT_MS && open - openBefore < (sent / tookS) * (MOST_WAIT_MS / 1_000),
  }
  console.log(`  in ${inRegions} regions: ${JSON.stringify(rate, roundedValue)}`)
  return rate
}

const roundedValue = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : value

/** Raises the rate by a region at a time. @returns each, the last one that was carried among them */
export async function raiseRate(fleet: FleetInstallation, size: Size): Promise<Rate[]> {
  const rates: Rate[] = []
  for (let inRegions = 1; inRegions <= size.regions; inRegions += 1) {
    const rate = await keepUp(fleet, size, inRegions, size.seconds)
    rates.push(rate)
    if (!rate.isCarried) break
  }
  return rates
}

/** @param lowest the lowest of them once more */
export function rateFigures(rates: readonly Rate[], lowest: Rate): Figure[] {
  const carried = rates.findLast(({ isCarried }) => isCarried)
  const all = rates.map(({ acknowledged }) => acknowledged)
  const waits = rates.map(({ p99Ms }) => p99Ms)
  const at = `at ${Math.round(carried?.acknowledged ?? 0)} a second`
  return [
    {
      name: 'results a second that were carried',
      value: carried?.acknowledged ?? 0,
      unit: 'a second',
      runs: all,
    },
    {
      name: `end of a check to its committed and acknowledged result, 99th percentile, ${at}`,
      value: carried?.p99Ms ?? Number.NaN,
      unit: 'ms',
      target: `under ${MOST_WAIT_MS}`,
      runs: waits,
    },
    {
      name: `the same at ${Math.round(lowest.acknowledged)} a second, for a minute`,
      value: lowest.p99Ms,
      unit: 'ms',
      target: `under ${MOST_WAIT_MS}`,
    },
    { name: `median, ${at}`, value: carried?.p50Ms ?? Number.NaN, unit: 'ms' },
    {
      name: "controllers' processor time a result",
      value: carried?.controllersUs ?? Number.NaN,
      unit: 'µs',
    },
    {
      name: "database's processor time a result",
      value: carried?.databaseUs ?? Number.NaN,
      unit: 'µs',
    },
    {
      name: "the bench's own agents' processor time a result, on the same cores",
      value: carried?.agentsUs ?? Number.NaN,
      unit: 'µs',
    },
    {
      name: 'memory of the larger controller then',
      value: carried?.memoryMb ?? Number.NaN,
      unit: 'MB',
    },
  ]
}
