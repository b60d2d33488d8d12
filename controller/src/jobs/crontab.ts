import type { JobName } from '../db/jobs.ts'
import { JOB_RANKS } from '../db/jobs.ts'
import type { JobTask } from './task.ts'

/** The jobs that run by a schedule, as graphile-worker reads it. Of each kind one waits at a time, and keeps its place:
 *  else one that fails each minute, or a lane that is behind, or a machine that slept, would have hundreds of the same wait,
 *  each tried 25 times.
 *  @param entries kinds of jobs */
export function crontabOf(
  entries: readonly (readonly [string, Pick<JobTask<never>, 'schedule'>])[],
): string {
  return entries
    .flatMap(([name, { schedule }]) => {
      const rank = JOB_RANKS[name as JobName]
      const options = `priority=${rank}&jobKey=${name}&jobKeyMode=preserve_run_at`
      return schedule === null ? [] : [`${schedule} ${name} ?${options}`]
    })
    .join('\n')
}

const MINUTE_S = 60
const DAY_S = 86_400

/** How many seconds lie between two runs by a cron line: of each minute, each so many, each hour or each day. */
function secondsBetween(schedule: string): number {
  const [minute = '', hour = '', ...days] = schedule.split(' ')
  const steps = /^\*\/(\d+)$/.exec(minute)?.[1]
  const isEach = hour === '*' && days.every((day) => day === '*')
  if (isEach && minute === '*') return MINUTE_S
  if (isEach && steps !== undefined) return Number(steps) * MINUTE_S
  return isEach ? 60 * MINUTE_S : DAY_S
}

/** For how many seconds after a run no other begins by the schedule, by kind: half of the time that is between them.
 *  Controllers' clocks may be hours apart, and each has its own minute for it.
 *  @param entries kinds of jobs */
export function leastGapsOf(
  entries: readonly (readonly [string, Pick<JobTask<never>, 'schedule'>])[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    entries.flatMap(([name, { schedule }]) =>
      schedule === null ? [] : [[name, secondsBetween(schedule) / 2]],
    ),
  )
}
