import { setTimeout as delay } from 'node:timers/promises'
import type { CleanUp } from './clean-up.ts'
import { createCleanUp } from './clean-up.ts'
import type { AgentSite, CutNetwork } from './cut-network.ts'
import { openCutNetwork, RANGE } from './cut-network.ts'
import type { CutInstants, CutScene } from './cut-report.ts'
import { reportCut } from './cut-report.ts'
import { FAULT_NAMES } from './faults/index.ts'
import { startInstallation } from './installation.ts'
import type { Part } from './part.ts'
import { REGIONS } from './part.ts'
import { watchStatuses } from './status-watch.ts'
import type { Targets } from './targets.ts'
import { startTargets } from './targets.ts'
import { watchVote } from './vote-watch.ts'
import type { WatchedMonitor } from './watched-monitors.ts'
import { createMonitors, isSoon, TIMEOUT_MS, untilAllUp } from './watched-monitors.ts'

const CUT_REGION = REGIONS[2]
const HEALTHY = 300
/** As many hosts as a real workspace has: an agent checks only so many monitors of one at once. */
const HOSTS = 30
/** Each half of the time has one of every fault. */
const HALVES = 2
const LOOK_EVERY_MS = 500
/** A first check within a minute, and two time limits. */
const DOWN_LIMIT_MS = 60_000 + 2 * TIMEOUT_MS + 10_000
/** What was kept back arrives, and every monitor is checked again. */
const SETTLE_MS = 90_000
const VOTE_BACK_LIMIT_MS = 120_000

const NOTE = `Cut off: every packet to the agent's network is dropped without a word, so its checks of ${HEALTHY} monitors on ${HOSTS} hosts time out; it has no SIGHTLINE_SELF_TEST (the default), so only what it fails tells. After half the time its stream to the controller stands still too. In each half one target of every fault breaks.`

/** What is played with. */
interface Scene extends CutScene {
  readonly targets: Targets
  readonly site: AgentSite
}

async function setScene(
  network: CutNetwork,
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Scene> {
  const targets = await startTargets({ host: '0.0.0.0', count: HALVES, within: network.outside })
  cleanUp.add(targets.stop)
  const installation = await startInstallation(RANGE)
  cleanUp.add(installation.stop)
  const sites = new Map<string, AgentSite>()
  for (const region of REGIONS) {
    const site = await network.openSite(installation.grpcPort)
    sites.set(region, site)
    await installation.startAgent(region, site)
  }
  const site = sites.get(CUT_REGION)
  if (site === undefined) throw new Error(`there is no agent in ${CUT_REGION}`)

  const hostOf = (index: number): string => network.hosts[index % HOSTS] ?? ''
  const healthyOnes = Array.from({ length: HEALTHY }, (_, index) => ({
    name: `healthy-${String(index + 1).padStart(3, '0')}`,
    url: `http://${hostOf(index)}:${targets.ports.healthy}/${index + 1}`,
  }))
  const healthy = await createMonitors(installation, REGIONS, healthyOnes)
  const broken: WatchedMonitor[][] = []
  for (let half = 0; half < HALVES; half += 1) {
    const wanted = FAULT_NAMES.map((fault, index) => ({
      name: `${fault}-${half + 1}`,
      url: `http://${hostOf(index)}:${targets.ports.broken[fault][half]}/`,
    }))
    broken.push(await createMonitors(installation, REGIONS, wanted))
  }
  await untilAllUp(installation, REGIONS, signal)
  const watch = watchStatuses(installation.api, LOOK_EVERY_MS)
  cleanUp.add(watch.stop)
  const votes = watchVote(installation.db, CUT_REGION)
  cleanUp.add(votes.stop)
  return { installation, targets, site, watch, votes, healthy, broken }
}

/** Cuts the agent off from its targets, after half the time from its controller too, and breaks some
 *  targets in each half; then mends all.
 *  @returns when what was done */
async function playOut(scene: Scene, minutes: number, signal: AbortSignal): Promise<CutInstants> {
  const { targets, site, watch, votes, broken } = scene
  const halfMs = (minutes * 60_000) / HALVES

  async function half(index: number, cut: () => unknown): Promise<number> {
    const fromMs = Date.now()
    await cut()
    await targets.order(
      'break',
      FAULT_NAMES.map((fault) => ({ fault, index })),
    )
    const isFound = () => (broken[index] ?? []).every(({ id }) => watch.downAtMs.has(id))
    await isSoon(isFound, DOWN_LIMIT_MS, signal)
    await delay(Math.max(0, fromMs + halfMs - Date.now()), undefined, { signal })
    return fromMs
  }

  const egressCutAtMs = await half(0, site.cutEgress)
  const controllerCutAtMs = await half(1, site.cutController)
  await site.mendEgress()
  site.mendController()
  const mendedAtMs = Date.now()
  await isSoon(() => votes.loss() === null, VOTE_BACK_LIMIT_MS, signal)
  await delay(SETTLE_MS, undefined, { signal })
  return { egressCutAtMs, controllerCutAtMs, mendedAtMs }
}

/** Whether an agent without a way out makes anything look down, with three regions.
 *  @param minutes how long it has none */
export async function measureCut(minutes: number, signal: AbortSignal): Promise<Part> {
  const cleanUp = createCleanUp()
  try {
    const network = await openCutNetwork(HOSTS).catch((error: unknown) => String(error))
    if (typeof network === 'string') {
      const note = `No agent was cut off: network namespaces cannot be made here, which takes root (${network}).`
      return { figures: [], notes: [note], postgresVersion: null }
    }
    cleanUp.add(network.close)
    const scene = await setScene(network, cleanUp, signal)
    const instants = await playOut(scene, minutes, signal)
    const { figures, notes } = await reportCut(scene, instants)
    return {
      figures: [
        { name: 'one of three agents cut off', value: minutes, unit: 'minutes' },
        ...figures,
      ],
      notes: [NOTE, ...notes],
      postgresVersion: scene.installation.postgresVersion,
    }
  } finally {
    await cleanUp.run()
  }
}
