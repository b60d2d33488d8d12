import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from '../report.ts'
import { median } from '../report.ts'
import type { FleetInstallation } from './installation.ts'
import type { Size } from './size.ts'
import { LONELY_REGION, regionsOf } from './size.ts'

const RUNS = 3
const LIMIT_MS = 60_000
/** Agents that were there have told by then that they gave up what they no longer have. */
const LOOK_MS = 50

/** Waits until the agents of a region have so many monitors together.
 *  @returns when the last of it came, UNIX ms */
async function untilAssigned(
  { agents }: FleetInstallation,
  region: string,
  monitors: number,
): Promise<number> {
  const untilMs = performance.now() + LIMIT_MS
  for (;;) {
    const its = (await agents.look()).regions[region]
    if (its?.monitors === monitors) return its.changedAtMs
    if (performance.now() > untilMs) {
      throw new Error(`the agents of ${region} have ${its?.monitors} of ${monitors} monitors`)
    }
    await delay(LOOK_MS)
  }
}

/** Waits until every region's agents have all monitors. @returns when the last of it came, UNIX ms */
export async function untilAllAssigned(fleet: FleetInstallation, size: Size): Promise<number> {
  const changed: number[] = []
  for (const region of regionsOf(size)) {
    changed.push(await untilAssigned(fleet, region, size.monitors))
  }
  return Math.max(...changed)
}

/** An agent comes, and leaves again. */
async function comeAndGo(fleet: FleetInstallation, region: string, all: number) {
  const { agents, seatIn } = fleet
  const joined = await agents.join(seatIn(region))
  const settledAtMs = await untilAssigned(fleet, region, all)
  await agents.leave(region)
  if (region !== LONELY_REGION) await untilAssigned(fleet, region, all)
  return { ...joined, settledMs: Math.max(joined.tookMs, settledAtMs - joined.beganAtMs) }
}

/** The only agent of a region gets all of its monitors.
 *  @param alone how many that are */
export async function measureSnapshot(fleet: FleetInstallation, alone: number): Promise<Figure> {
  const runs: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    runs.push((await comeAndGo(fleet, LONELY_REGION, alone)).tookMs)
    await delay(1_000)
  }
  return {
    name: `snapshot of an agent with ${alone.toLocaleString('en')} monitors, from its connection`,
    value: Math.max(...runs),
    unit: 'ms',
    target: 'under 1000',
    runs,
  }
}

/** An agent joins those of a region.
 *  @param others how many of them there are */
export async function measureJoin(
  fleet: FleetInstallation,
  size: Size,
  region: string,
  others: number,
): Promise<Figure> {
  const runs: number[] = []
  let monitors = 0
  for (let run = 0; run < RUNS; run += 1) {
    const joined = await comeAndGo(fleet, region, size.monitors)
    runs.push(joined.settledMs)
    monitors = joined.monitors
  }
  return {
    name: `an agent joins ${others} others in a region of ${size.monitors.toLocaleString('en')} monitors, until it has its ${monitors} and they gave them up`,
    value: median(runs),
    unit: 'ms',
    target: 'under 3000',
    runs,
  }
}
