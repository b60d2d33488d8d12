import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../controller/src/db/pool.ts'
import type { Statement } from '../../../controller/src/db/sql.ts'
import type { Figure } from '../report.ts'
import type { CleanUp } from './clean-up.ts'
import { createCleanUp } from './clean-up.ts'
import type { AgentSite, CutNetwork } from './cut-network.ts'
import { openCutNetwork, RANGE } from './cut-network.ts'
import { FAULT_NAMES } from './faults/index.ts'
import type { Installation } from './installation.ts'
import { startInstallation } from './installation.ts'
import type { Part } from './part.ts'
import { REGIONS } from './part.ts'
import type { StatusWatch } from './status-watch.ts'
import { watchStatuses } from './status-watch.ts'
import type { Targets } from './targets.ts'
import { startTargets } from './targets.ts'
import type { VoteWatch } from './vote-watch.ts'
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

/** What was said of monitors that never failed. */
interface Verdicts {
  readonly down: number
  readonly regional: number
  readonly unknown: number
  readonly notUpNow: number
}

/** Parameter: since when, UNIX ms. Each monitor counts once. */
const READ_VERDICTS: Statement<Verdicts> = {
  text: `with healthy as (select id from monitors where name like 'healthy-%')
    select
      (select count(distinct o.monitor_id)::integer from outages o join healthy h on h.id = o.monitor_id
        where o.scope = 'global') as down,
      (select count(distinct o.monitor_id)::integer from outages o join healthy h on h.id = o.monitor_id
        where o.scope = 'regional') as regional,
      (select count(distinct c.monitor_id)::integer from state_changes c
        join healthy h on h.id = c.monitor_id
        where c.status = 'unknown' and c.at >= to_timestamp($1::float8 / 1000)) as unknown,
      (select count(*)::integer from monitor_states s join healthy h on h.id = s.monitor_id
        where s.status <> 'up') as "notUpNow"`,
}

/** What the agents reported of the monitors that never failed, by region. */
interface Reported {
  readonly region: string
  readonly failed: number
  readonly uncounted: number
  readonly late: number
}

const READ_REPORTED: Statement<Reported> = {
  text: `select r.region, count(*) filter (where r.status = 'down')::integer as failed,
      count(*) filter (where r.status = 'unknown')::integer as uncounted,
      count(*) filter (where r.late)::integer as late
    from check_results r join monitors m on m.id = r.monitor_id
    where m.name like 'healthy-%'
    group by r.region`,
}

/** When each broken monitor first failed in a region that could tell. Parameter: the one that could
 *  not. */
const READ_FAILED: Statement<{ id: string; failedFromMs: number }> = {
  text: `select m.public_id as id, extract(epoch from min(r.checked_at))::float8 * 1000 as "failedFromMs"
    from check_results r join monitors m on m.id = r.monitor_id
    where m.name not like 'healthy-%' and r.status = 'down' and r.region <> $1
    group by m.public_id`,
}

/** What is measured with. */
interface Scene {
  readonly installation: Installation
  readonly targets: Targets
  readonly site: AgentSite
  readonly watch: StatusWatch
  readonly votes: VoteWatch
  /** Those to be broken, one list for each half. */
  readonly broken: readonly (readonly WatchedMonitor[])[]
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
  const healthy = Array.from({ length: HEALTHY }, (_, index) => ({
    name: `healthy-${String(index + 1).padStart(3, '0')}`,
    url: `http://${hostOf(index)}:${targets.ports.healthy}/${index + 1}`,
  }))
  await createMonitors(installation, REGIONS, healthy)
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
  return { installation, targets, site, watch, votes, broken }
}

/** Cuts the agent off from its targets, after half the time from its controller too, and breaks some
 *  targets in each half; then mends all.
 *  @returns when what was done, UNIX ms */
async function playOut(scene: Scene, minutes: number, signal: AbortSignal) {
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

type Instants = Awaited<ReturnType<typeof playOut>>

/** @returns seconds; nothing when it never happened */
function secondsUntil(
  name: string,
  fromMs: number,
  atMs: number | undefined,
  target?: string,
): Figure[] {
  if (atMs === undefined) return []
  const value = (atMs - fromMs) / 1_000
  return [{ name, value, unit: 's', ...(target === undefined ? {} : { target }) }]
}

function voteFigures(votes: VoteWatch, instants: Instants): Figure[] {
  const { egressCutAtMs, controllerCutAtMs, mendedAtMs } = instants
  const lost = votes.changes.find(({ atMs, loss }) => atMs >= egressCutAtMs && loss !== null)
  const silent = votes.changes.find(
    ({ atMs, loss }) => atMs >= controllerCutAtMs && loss === 'silent',
  )
  const back = votes.changes.findLast(({ atMs, loss }) => atMs >= mendedAtMs && loss === null)
  return [
    ...secondsUntil(
      `egress cut to vote lost${lost === undefined ? '' : ` (${lost.loss})`}`,
      egressCutAtMs,
      lost?.atMs,
    ),
    ...secondsUntil('controller cut off to agent lost', controllerCutAtMs, silent?.atMs),
    ...secondsUntil('mended to vote back', mendedAtMs, back?.atMs),
  ]
}

async function brokenFigures(scene: Scene): Promise<Figure[]> {
  const { installation, watch, broken } = scene
  const { rows } = await installation.db.query(READ_FAILED, [CUT_REGION])
  const failedFromMs = new Map(rows.map((row) => [row.id, row.failedFromMs]))
  const runs = broken.flat().flatMap(({ id }) => {
    const [from, to] = [failedFromMs.get(id), watch.downAtMs.get(id)]
    return from === undefined || to === undefined ? [] : [(to - from) / 1_000]
  })
  return [
    {
      name: 'broken monitors that went down meanwhile',
      value: runs.length,
      unit: 'monitors',
      target: `all ${broken.flat().length}`,
    },
    {
      name: "broken monitors: first failing check's start to down over the API, worst",
      value: Math.max(...runs),
      unit: 's',
      runs,
    },
  ]
}

async function readVerdicts(db: Database, sinceMs: number): Promise<Verdicts> {
  const { rows } = await db.query(READ_VERDICTS, [sinceMs])
  const [verdicts] = rows
  if (verdicts === undefined) throw new Error('no verdicts were read')
  return verdicts
}

async function report(scene: Scene, minutes: number, instants: Instants): Promise<Part> {
  const { installation, votes } = scene
  const { db, mailBox, postgresVersion } = installation
  const verdicts = await readVerdicts(db, instants.egressCutAtMs)
  const { rows } = await db.query(READ_REPORTED)
  const cut = rows.find(({ region }) => region === CUT_REGION)
  const failedElsewhere = rows
    .filter(({ region }) => region !== CUT_REGION)
    .reduce((sum, { failed }) => sum + failed, 0)
  const monitors = (name: string, value: number, target?: string): Figure => ({
    name,
    value,
    unit: 'monitors',
    ...(target === undefined ? {} : { target }),
  })
  const subjects = mailBox.mails.map(({ subject }) => subject)
  const aboutHealthy = subjects.filter((subject) => subject.includes('healthy-'))
  const aboutNone = subjects.filter((subject) => !/(?:healthy|[a-zA-Z]+)-\d/.test(subject))
  return {
    figures: [
      { name: 'way out of one of three agents cut', value: minutes, unit: 'minutes' },
      monitors('healthy monitors', HEALTHY),
      monitors('healthy monitors called down', verdicts.down, 'none'),
      monitors('healthy monitors with a regional outage', verdicts.regional, 'none'),
      monitors('healthy monitors called unknown', verdicts.unknown, 'none'),
      monitors('healthy monitors not up at the end', verdicts.notUpNow, 'none'),
      {
        name: 'mails about healthy monitors',
        value: aboutHealthy.length,
        unit: 'mails',
        target: 'none',
      },
      ...(await brokenFigures(scene)),
      ...voteFigures(votes, instants),
      {
        name: 'failing checks of healthy monitors by the agent that was cut off',
        value: cut?.failed ?? 0,
        unit: 'checks',
      },
      {
        name: 'of its checks, those it called its own fault',
        value: cut?.uncounted ?? 0,
        unit: 'checks',
      },
      { name: 'of its checks, those that came late', value: cut?.late ?? 0, unit: 'checks' },
      {
        name: 'failing checks of healthy monitors by the others',
        value: failedElsewhere,
        unit: 'checks',
        target: 'none',
      },
    ],
    notes: [
      `The cut: every packet to the agent's network is dropped without a word, so its checks of ${HEALTHY} monitors on ${HOSTS} hosts time out; it has no SIGHTLINE_SELF_TEST (the default), so only what it fails tells. After half the time its stream to the controller stands still too. In each half one target of every fault breaks.`,
      ...aboutNone.map((subject) => `A mail about no monitor: ${subject}`),
    ],
    postgresVersion,
  }
}

/** Whether an agent without a way out makes anything look down, with three regions.
 *  @param minutes how long it has none */
export async function measureCut(minutes: number, signal: AbortSignal): Promise<Part> {
  const cleanUp = createCleanUp()
  try {
    const network = await openCutNetwork(HOSTS).catch((error: unknown) => {
      console.error(error)
      return null
    })
    if (network === null) {
      const note =
        'No agent was cut off: this user may not make network namespaces (run it as root).'
      return { figures: [], notes: [note], postgresVersion: null }
    }
    cleanUp.add(network.close)
    const scene = await setScene(network, cleanUp, signal)
    const instants = await playOut(scene, minutes, signal)
    return await report(scene, minutes, instants)
  } finally {
    await cleanUp.run()
  }
}
