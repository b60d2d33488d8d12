import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CleanUp } from './detection/clean-up.ts'
import { createCleanUp } from './detection/clean-up.ts'
import type { AlertRecord } from './faults/alert-record.ts'
import { openAlertRecord } from './faults/alert-record.ts'
import type { Installation } from './faults/installation.ts'
import {
  CONTROLLERS,
  REGIONS,
  startInstallation,
  SURVIVING_REGIONS,
} from './faults/installation.ts'
import { createMonitors, untilAllUp } from './faults/monitors.ts'
import { accountOutages } from './faults/outages-account.ts'
import type { Fault } from './faults/plan.ts'
import { FAULTS, planEpisodes, planFaults } from './faults/plan.ts'
import type { Played } from './faults/play.ts'
import { play } from './faults/play.ts'
import { readProduced } from './faults/produced.ts'
import { createRandom } from './faults/random.ts'
import type { Window } from './faults/results-account.ts'
import { accountResults } from './faults/results-account.ts'
import { startTargets } from './faults/targets.ts'
import type { Figure, Report } from './report.ts'

const DEFAULT_MINUTES = 10
const DEFAULT_RATE = 500
const HOSTS = 40
const PAGES = 24
const DATABASE = 'database'

/** After the last fault: what was kept back arrives, alerts that rested are tried again, the broken come back. */
const SETTLE_MS = 150_000
/** The last slots have their results by then. */
const UNDER_WAY_MS = 30_000
/** The start, the end, and reading it all, above the time that is asked for. */
const OVERHEAD_MS = 12 * 60_000

interface Asked {
  readonly minutes: number
  /** Checks a second. */
  readonly rate: number
  readonly seed: number
}

function numberAsked(
  name: string,
  bounds: { min: number; max: number },
  otherwise: number,
): number {
  const number = Number(process.env[name] ?? otherwise)
  if (Number.isInteger(number) && number >= bounds.min && number <= bounds.max) return number
  throw new Error(`${name} must be a whole number from ${bounds.min} to ${bounds.max}`)
}

function readAsked(): Asked {
  return {
    minutes: numberAsked('BENCH_FAULTS_MINUTES', { min: 1, max: 240 }, DEFAULT_MINUTES),
    rate: numberAsked('BENCH_FAULTS_RATE', { min: 5, max: 5_000 }, DEFAULT_RATE),
    seed: numberAsked('BENCH_FAULTS_SEED', { min: 0, max: 2 ** 32 - 1 }, randomInt(2 ** 32)),
  }
}

/** Aborts when the run is broken off, or has taken longer than it may. */
function createStop(limitMs: number): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stopping.abort(new Error(`the run was ended by ${name}`)))
  }
  return AbortSignal.any([stopping.signal, AbortSignal.timeout(limitMs)])
}

/** Everything is there and up. */
interface Scene {
  readonly installation: Installation
  readonly targets: Awaited<ReturnType<typeof startTargets>>
  readonly alerts: AlertRecord
  readonly pages: readonly string[]
}

async function setScene(rate: number, cleanUp: CleanUp, signal: AbortSignal): Promise<Scene> {
  const targets = await startTargets(HOSTS)
  cleanUp.add(targets.stop)
  const alerts = await openAlertRecord()
  cleanUp.add(alerts.close)
  const installation = await startInstallation(cleanUp)
  const pages = Array.from({ length: PAGES }, (_, index) => `/page-${index + 1}`)
  const monitors = Math.round((rate * 60) / Object.keys(REGIONS).length)
  const wanted = { pages, well: Math.max(2, monitors - PAGES), webhookUrl: alerts.url }
  await createMonitors(installation, targets, wanted)
  for (const agent of Object.values(REGIONS).flat()) installation.places.get(agent)?.start()
  await untilAllUp(installation.db, signal)
  return { installation, targets, alerts, pages }
}

function countFaults(faults: readonly Fault[]): string {
  return Object.keys(FAULTS)
    .map((name) => `${name} ${faults.filter((fault) => fault.name === name).length}`)
    .join(', ')
}

function planOf({ minutes, seed }: Asked, pages: readonly string[]) {
  const random = createRandom(seed)
  const lengthMs = minutes * 60_000
  const subjects = {
    agent: Object.values(REGIONS).flat(),
    controller: CONTROLLERS,
    database: [DATABASE],
  }
  const keep = SURVIVING_REGIONS.map((region) => REGIONS[region])
  const faults = planFaults(random, subjects, keep, lengthMs)
  return { faults, episodes: planEpisodes(random, pages, lengthMs) }
}

async function account(
  { installation, alerts }: Scene,
  { broken }: Played,
  window: Window,
): Promise<Figure[]> {
  await installation.stopAgents()
  const produced = Object.entries(REGIONS).flatMap(([region, agents]) =>
    agents.map((agent) => ({
      region,
      results: readProduced(installation.stateFolder(agent, region)),
    })),
  )
  const { db } = installation
  const { fromMs } = window
  return [
    ...(await accountResults(db, produced, window)),
    ...(await accountOutages(db, { broken, received: alerts.received, fromMs })),
  ]
}

function endingNotes({ places }: Installation): string[] {
  return [...places].flatMap(([name, { endings }]) => endings.map((each) => `${name} ${each}`))
}

/** Three regions behind two controllers on one database, with all of them killed and cut off at random: whether a
 *  result is lost or there twice, something well is called down, or something broken is not told. */
export async function benchFaults(): Promise<Report> {
  const asked = readAsked()
  console.log(`  BENCH_FAULTS_SEED=${asked.seed}`)
  const signal = createStop(asked.minutes * 60_000 + OVERHEAD_MS)
  const cleanUp = createCleanUp()
  try {
    const scene = await setScene(asked.rate, cleanUp, signal)
    const { installation, targets } = scene
    const plan = planOf(asked, scene.pages)
    const fromMs = Date.now()
    const played = await play(plan, installation, targets, signal)
    await delay(SETTLE_MS, undefined, { signal })
    const window = { fromMs, toMs: Date.now() - UNDER_WAY_MS }
    const figures = await account(scene, played, window)
    return {
      figures: [
        { name: 'time with faults', value: asked.minutes, unit: 'minutes' },
        { name: 'faults', value: plan.faults.length - played.passedOver.length, unit: 'faults' },
        ...figures,
      ],
      versions: { postgresql: installation.postgresVersion },
      notes: [
        `BENCH_FAULTS_SEED=${asked.seed}: ${countFaults(plan.faults)}.`,
        ...played.passedOver.map((each) => `Passed over: ${each}`),
        ...endingNotes(installation),
      ],
    }
  } finally {
    await cleanUp.run()
  }
}
