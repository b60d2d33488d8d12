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
