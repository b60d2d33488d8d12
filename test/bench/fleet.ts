import { setTimeout as delay } from 'node:timers/promises'
import { createCleanUp } from './detection/clean-up.ts'
import type { CleanUp } from './detection/clean-up.ts'
import type { FleetInstallation } from './fleet/installation.ts'
import { seatsOf, startFleet } from './fleet/installation.ts'
import { measureJoin, measureSnapshot, untilAllAssigned } from './fleet/joins.ts'
import { giveThemThePast, makeFirstMonitors } from './fleet/monitors.ts'
import { measureOutage } from './fleet/outage.ts'
import { keepUp, rateFigures, raiseRate } from './fleet/rates.ts'
import { openSink } from './fleet/sink.ts'
import type { Size } from './fleet/size.ts'
import { FEW_AGENTS, LONELY_REGION, readSize, regionsOf } from './fleet/size.ts'
import type { Figure, Report } from './report.ts'

/** The whole bench, above the rates of checks. */
const LIMIT_MS = 14 * 60_000
const QUIET_MS = 3_000
const MINUTE_S = 60

/** Two controllers and their database with thousands of agents and a hundred thousand monitors, all on one machine:
 *  what they carry, hold and how fast they hand over, and how long a mass outage takes to be told. */
export async function benchFleet(): Promise<Report> {
  const size = readSize()
  const cleanUp = createCleanUp()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the bench took too long')), LIMIT_MS)
  try {
    return await Promise.race([measure(size, cleanUp), late.promise])
  } finally {
    clearTimeout(timer)
    await cleanUp.run()
  }
}

async function measure(size: Size, cleanUp: CleanUp): Promise<Report> {
  const sink = await openSink()
  cleanUp.add(sink.close)
  const fleet = await startFleet(size, cleanUp)
  const connected = await connectAll(fleet, size)
  const held = await fillUp(fleet, size, sink.url)
  await fleet.agents.check(1, size.regions)
  await delay(QUIET_MS)
  const { parts } = size
  const joins = parts.has('joins') ? await measureJoins(fleet, size) : []
  const rates = parts.has('rates') ? await measureRates(fleet, size) : []
  const outage = parts.has('outage') ? await measureOutage(fleet, size, sink) : []
  const { lost } = await fleet.agents.look()
  return {
    figures: [...rates, ...held, ...joins, ...outage, ...connected],
    versions: { postgresql: fleet.postgres.version },
    notes: [
      `${size.agents} agents in ${size.regions} regions, ${size.monitors} monitors of ${size.workspaces} workspaces, checked every minute in each region; controllers, database, agents and the bench share the cores.`,
      ...Object.entries(lost).map(([why, count]) => `Streams lost: ${count} (${why})`),
    ],
  }
}

async function connectAll({ agents, seatIn }: FleetInstallation, size: Size): Promise<Figure[]> {
  const beganMs = performance.now()
  await agents.connect(seatsOf(size, seatIn))
  const seconds = (performance.now() - beganMs) / 1_000
  return [{ name: `${size.agents} agents connected`, value: seconds, unit: 's' }]
}

/** Makes the monitors, and measures what controllers hold of them. */
async function fillUp(fleet: FleetInstallation, size: Size, sinkUrl: string): Promise<Figure[]> {
  const url = fleet.controllers[0]?.ready.url ?? ''
  const copyAll = await makeFirstMonitors({ db: fleet.db, url }, size, sinkUrl)
  await delay(QUIET_MS)
  const before = await fleet.usedBytes()
  await copyAll()
  const madeAtMs = Date.now()
  const assignedAtMs = await untilAllAssigned(fleet, size)
  await giveThemThePast(fleet.db)
  await delay(QUIET_MS)
  const after = await fleet.usedBytes()
  const perMonitor = after.map((bytes, index) => (bytes - (before[index] ?? 0)) / size.monitors)
  return [
    {
      name: `memory of a controller for a monitor, checked in ${size.regions} regions`,
      value: Math.max(...perMonitor),
      unit: 'bytes',
      target: 'under 1000',
      runs: perMonitor,
    },
    {
      name: `memory of a controller with ${size.agents / 2} streams and all monitors, heap and external`,
      value: Math.max(...after) / 2 ** 20,
      unit: 'MB',
    },
    {
      name: 'all of the monitors made in the database to all of them with their agents',
      value: (assignedAtMs - madeAtMs) / 1_000,
      unit: 's',
    },
  ]
}

async function measureRates(fleet: FleetInstallation, size: Size): Promise<Figure[]> {
  const rates = await raiseRate(fleet, size)
  // For so long that the other regions have no result of their last slot: the outage is found by one of them.
  const lowest = await keepUp(fleet, size, 1, MINUTE_S)
  return rateFigures(rates, lowest)
}

async function measureJoins(fleet: FleetInstallation, size: Size): Promise<Figure[]> {
  const { rows } = await fleet.db.query<{ alone: number }>(
    { text: 'select count(*)::integer as alone from monitors where $1 = any(regions)' },
    [LONELY_REGION],
  )
  const [sparse = '', dense = ''] = regionsOf(size)
  const many = Math.ceil((size.agents - FEW_AGENTS) / (size.regions - 1))
  return [
    await measureSnapshot(fleet, rows[0]?.alone ?? 0),
    await measureJoin(fleet, size, sparse, FEW_AGENTS),
    await measureJoin(fleet, size, dense, many),
  ]
}
