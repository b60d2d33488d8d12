import type { Statement } from '../../../controller/src/db/sql.ts'
import type { Figure } from '../report.ts'
import type { Installation } from './installation.ts'
import type { Mail } from './mail-box.ts'
import { isAbout } from './mail-box.ts'
import type { Part } from './part.ts'
import type { StatusWatch } from './status-watch.ts'
import type { VoteWatch } from './vote-watch.ts'
import type { WatchedMonitor } from './watched-monitors.ts'

/** What is looked at while a region is cut off. */
export interface CutScene {
  readonly installation: Installation
  readonly watch: StatusWatch
  /** Of the region that is cut off. */
  readonly votes: VoteWatch
  /** Monitors whose names begin with "healthy-", which never fail. */
  readonly healthy: readonly WatchedMonitor[]
  /** All others: those that are broken, one list for each half of the time. */
  readonly broken: readonly (readonly WatchedMonitor[])[]
}

/** When what was done, UNIX ms. */
export interface CutInstants {
  readonly egressCutAtMs: number
  readonly controllerCutAtMs: number
  readonly mendedAtMs: number
}

/** What was said of monitors that never failed. */
interface Verdicts {
  readonly down: number
  readonly regional: number
  readonly unknown: number
  readonly notUpNow: number
}

/** Each monitor counts once. */
const READ_VERDICTS: Statement<Verdicts> = {
  text: `with healthy as (select id from monitors where name like 'healthy-%')
    select
      (select count(distinct c.monitor_id)::integer from state_changes c
        join healthy h on h.id = c.monitor_id where c.status = 'down') as down,
      (select count(distinct o.monitor_id)::integer from outages o join healthy h on h.id = o.monitor_id
        where o.scope = 'regional') as regional,
      (select count(distinct c.monitor_id)::integer from state_changes c
        join healthy h on h.id = c.monitor_id where c.status = 'unknown') as unknown,
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

const monitors = (name: string, value: number, target?: string): Figure => ({
  name,
  value,
  unit: 'monitors',
  ...(target === undefined ? {} : { target }),
})

/** @returns nothing when it never happened */
function secondsUntil(name: string, fromMs: number, atMs: number | undefined): Figure[] {
  return atMs === undefined ? [] : [{ name, value: (atMs - fromMs) / 1_000, unit: 's' }]
}

async function verdictFigures({ db }: Installation): Promise<Figure[]> {
  const { rows } = await db.query(READ_VERDICTS)
  const [verdicts] = rows
  if (verdicts === undefined) throw new Error('no verdicts were read')
  return [
    monitors('healthy monitors called down', verdicts.down, 'none'),
    monitors('healthy monitors with a regional outage', verdicts.regional, 'none'),
    monitors('healthy monitors called unknown', verdicts.unknown, 'none'),
    monitors('healthy monitors not up at the end', verdicts.notUpNow, 'none'),
  ]
}

async function brokenFigures(scene: CutScene): Promise<Figure[]> {
  const { installation, watch, votes, broken } = scene
  const { rows } = await installation.db.query(READ_FAILED, [votes.region])
  const failedFromMs = new Map(rows.map((row) => [row.id, row.failedFromMs]))
  const runs = broken.flat().flatMap(({ id }) => {
    const [from, to] = [failedFromMs.get(id), watch.downAtMs.get(id)]
    return from === undefined || to === undefined ? [] : [(to - from) / 1_000]
  })
  const all = broken.flat().length
  return [
    monitors('broken monitors that went down meanwhile', runs.length, `all ${all}`),
    {
      name: "broken monitors: first failing check's beginning elsewhere to down over the API, worst",
      value: Math.max(...runs),
      unit: 's',
      runs,
    },
  ]
}

function voteFigures({ changes }: VoteWatch, instants: CutInstants): Figure[] {
  const { egressCutAtMs, controllerCutAtMs, mendedAtMs } = instants
  const lost = changes.find(({ atMs, loss }) => atMs >= egressCutAtMs && loss !== null)
  const silent = changes.find(({ atMs, loss }) => atMs >= controllerCutAtMs && loss === 'silent')
  const back = changes.findLast(({ atMs, loss }) => atMs >= mendedAtMs && loss === null)
  return [
    ...secondsUntil(`way out cut to vote lost (${lost?.loss})`, egressCutAtMs, lost?.atMs),
    ...secondsUntil('controller cut off to agent lost', controllerCutAtMs, silent?.atMs),
    ...secondsUntil('mended to vote back', mendedAtMs, back?.atMs),
  ]
}

async function reportedFigures({ installation, votes }: CutScene): Promise<Figure[]> {
  const { rows } = await installation.db.query(READ_REPORTED)
  const cut = rows.find(({ region }) => region === votes.region)
  const elsewhere = rows
    .filter(({ region }) => region !== votes.region)
    .reduce((sum, { failed }) => sum + failed, 0)
  const ofCut = 'checks of healthy monitors by the agent that was cut off'
  return [
    { name: `${ofCut}, failed`, value: cut?.failed ?? 0, unit: 'checks' },
    { name: `${ofCut}, blamed on itself`, value: cut?.uncounted ?? 0, unit: 'checks' },
    { name: `${ofCut}, late`, value: cut?.late ?? 0, unit: 'checks' },
    {
      name: 'checks of healthy monitors by the others, failed',
      value: elsewhere,
      unit: 'checks',
      target: 'none',
    },
  ]
}

/** What became of the monitors, and of the region's vote. */
export async function reportCut(
  scene: CutScene,
  instants: CutInstants,
): Promise<Omit<Part, 'postgresVersion'>> {
  const { installation, votes, healthy, broken } = scene
  const { mails } = installation.mailBox
  const isAboutAny = (mail: Mail, named: readonly WatchedMonitor[]): boolean =>
    named.some((monitor) => isAbout(mail, monitor))
  const aboutHealthy = mails.filter((mail) => isAboutAny(mail, healthy))
  const others = mails.filter((mail) => !isAboutAny(mail, [...healthy, ...broken.flat()]))
  const seconds = (atMs: number): string => ((atMs - instants.egressCutAtMs) / 1_000).toFixed(1)
  const changes = votes.changes.map(({ atMs, loss }) => `${seconds(atMs)} s ${loss ?? 'back'}`)
  return {
    figures: [
      monitors('healthy monitors', healthy.length),
      ...(await verdictFigures(installation)),
      {
        name: 'mails about healthy monitors',
        value: aboutHealthy.length,
        unit: 'mails',
        target: 'none',
      },
      ...(await brokenFigures(scene)),
      ...voteFigures(votes, instants),
      ...(await reportedFigures(scene)),
    ],
    notes: [
      `The vote of the region that was cut off, since then: ${changes.join(', ')}.`,
      ...others.map(({ subject }) => `A mail about no monitor: ${subject}`),
    ],
  }
}
