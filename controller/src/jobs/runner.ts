import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { withLogContext } from '@sightline/shared/log-context'
import type { Logger } from '@sightline/shared/logger'
import type { Runner, WorkerEvents } from 'graphile-worker'
import { run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobName } from '../db/jobs.ts'
import { countPressingJobs, freeJobs, JOB_RANKS, rankJobs, readWaitingRanks } from '../db/jobs.ts'
import { isDatabaseUnavailable, openJobConnections, queryOver } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import { crontabOf, leastGapsOf } from './crontab.ts'
import { createGiveWay, createPressing, GIVES_WAY, VERY_MANY } from './give-way.ts'
import type { IdleLook } from './idle-look.ts'
import { createIdleLook } from './idle-look.ts'
import { createJobNotices } from './job-notices.ts'
import { keepRunning } from './keep-running.ts'
import { laneConnections } from './lane-connections.ts'
import type { LaneRanks } from './library-statements.ts'
import { rouseWorkers, NEVER_MS } from './rouse-workers.ts'
import { createLostJobs } from './lost-jobs.ts'
import { startPulse } from './pulse.ts'
import { shareLane } from './share-lane.ts'
import { stopWhenSetBack } from './set-back-clock.ts'
import type { SharedEar } from './shared-ear.ts'
import { createSharedEar } from './shared-ear.ts'
import type { JobLane, JobTask, UpkeepParts } from './task.ts'
import { JOB_LANES } from './task.ts'
import { createTurns } from './turns.ts'
import { createVainLooks } from './vain-looks.ts'
import { createWorkerLog } from './worker-log.ts'

/** Durable background jobs of this controller. */
export interface JobRunner {
  readonly stop: () => Promise<void>
}

/** Two cores are the usual machine, and jobs must not crowd out requests. Deliveries and evidence mostly
 *  wait, and alerts must not wait behind them. */
const CONCURRENCY = {
  upkeep: 2,
  alerts: 2,
  diagnoses: 1,
  evidence: 5,
  screenshots: 2,
  deliveries: 20,
} as const satisfies Record<JobLane, number>

/** Lanes whose jobs wait for others, ten seconds and more: no workspace may take all of their places. */
const KEEPS_PLACES = { deliveries: true, evidence: true } as const satisfies Partial<
  Record<JobLane, boolean>
>

/** Jobs of one workspace that run before those of others have their turn. With eight the look at which it was
 *  passed over in vain, when it is alone, is one in nine. To plan alerts takes twenty times as long as a look,
 *  and whoever's first alert it is waits for that: while 100 monitors of another went down at once, 600 ms
 *  with eight and 120 ms with two. */
const IN_A_ROW = {
  upkeep: 8,
  alerts: 2,
  diagnoses: 8,
  evidence: 8,
  screenshots: 1,
  deliveries: 8,
} as const satisfies Record<JobLane, number>

/** One for all lanes to listen, and one for all to take jobs and give them back. With more a worker would
 *  look for its next job before its last one is given back, find that one's queue still locked, and wait
 *  for 2 s: forty alerts to one recipient took 20 s, and take 0.6 s like this. */
const MAX_CONNECTIONS = 2

/** Starts working on jobs, each lane by workers of its own.
 *  @param tasks every kind of job
 *  @param parts what they work with
 *  @param id of the controller, by which others know whose jobs these are when it is gone
 *  @param url of the database itself: a pooler would not let it listen */
export async function startJobs<Parts extends Pick<UpkeepParts, 'db'>>(
  tasks: Readonly<Record<JobName, JobTask<NoInfer<Parts>>>>,
  parts: Parts,
  log: Logger,
  id: string = randomUUID(),
  url: string = parts.db.url,
): Promise<JobRunner> {
  const connections = openJobConnections(url, log, MAX_CONNECTIONS)
  const trouble = createTroubleLog(log, {
    met: 'background jobs wait for the database',
    over: 'background jobs have the database again',
  })
  const beats = queryOver(connections)
  const pulse = await startPulse({ id, beats, db: parts.db, trouble, log })
  const laneOf = (name: string): JobLane | null =>
    Object.hasOwn(tasks, name) ? laneOfTask(tasks[name as JobName]) : null
  await rankJobs(parts.db).catch((error: unknown) => {
    // They are ranked again each minute (alerting/watch/review-alerts.ts).
    if (!isDatabaseUnavailable(error)) throw error
    trouble.met(error)
  })
  const ear = createSharedEar(connections, () => createJobNotices(laneOf))
  const pressing = createPressing(() => countPressingJobs(parts.db, VERY_MANY))
  const idleLook = createIdleLook(() => readWaitingRanks(beats))
  const all = { tasks, connections, ear, idleLook, pressing, trouble, parts, log, id }
  const lanes = await Promise.all(JOB_LANES.map((lane) => startLane(lane, all)))
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
      await pulse.stop()
      await connections.end()
    },
  }
}

const laneOfTask = ({ lane = 'upkeep' }: Pick<JobTask<never>, 'lane'>): JobLane => lane

function ranksOf(names: readonly JobName[]): LaneRanks {
  const ranks = names.map((name) => JOB_RANKS[name])
  return { lowest: Math.min(...ranks), highest: Math.max(...ranks) }
}

/** Works on the jobs of one lane. */
async function startLane<Parts extends Pick<UpkeepParts, 'db'>>(
  lane: JobLane,
  all: {
    tasks: Readonly<Record<JobName, JobTask<Parts>>>
    connections: Pool
    ear: SharedEar
    idleLook: IdleLook
    pressing: () => Promise<number>
    trouble: TroubleLog
    parts: Parts
    log: Logger
    id: string
  },
): Promise<JobRunner> {
  const { tasks, connections, ear, idleLook, pressing, trouble, parts, log, id } = all
  const stopping = new AbortController()
  const lost = createLostJobs(
    (takerIds, heldIds) => freeJobs(parts.db, takerIds, heldIds),
    () => performance.now(),
  )
  const vain = createVainLooks()
  const entries = Object.entries<JobTask<Parts>>(tasks).filter(
    ([, task]) => laneOfTask(task) === lane,
  )
  const ranks = ranksOf(entries.map(([name]) => name as JobName))
  const listening = { lane, ear, ranks, leastGaps: leastGapsOf(entries) }
  const pool = laneConnections(connections, listening, lost, trouble, vain, stopping.signal)
  async function start(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    // Before its workers are made: the name is what their jobs are locked by.
    events.on('pool:create', ({ workerPool }) => {
      workerPool.id = `${id} ${lane} ${workerPool.id}`
    })
    rouseWorkers(events, (look) => idleLook.join({ ranks, isInDoubt: lost.mayBe, look }))
    lost.watch(events)
    const giveWay = createGiveWay(pressing, stopping.signal)
    events.on('job:start', giveWay.took)
    const prepare = async (): Promise<void> => {
      await lost.free()
      if (GIVES_WAY.has(lane)) await giveWay.wait()
    }
    const places = Object.hasOwn(KEEPS_PLACES, lane) ? CONCURRENCY[lane] : null
    events.on('pool:listen:success', trouble.over)
    const crontab = crontabOf(entries)
    const runner = await run({
      events,
      pgPool: pool,
      concurrency: CONCURRENCY[lane],
      pollInterval: NEVER_MS,
      forbiddenFlags: shareLane(
        events,
        createTurns({ places, inARow: IN_A_ROW[lane] }),
        vain,
        prepare,
      ),
      noHandleSignals: true,
      crontab,
      taskList: Object.fromEntries(
        entries.map(([name, task]) => [
          name,
          (payload, { job }) =>
            withLogContext({ job: job.id, task: name }, () => task.run(parts, payload)),
        ]),
      ),
      logger: createWorkerLog(trouble, log),
    })
    return crontab === '' ? runner : stopWhenSetBack(runner)
  }

  return keepRunning(start, { stopping, trouble, log })
}
