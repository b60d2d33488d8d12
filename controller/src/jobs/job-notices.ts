import type { Notification } from 'pg'
import { z } from 'zod'
import { JOBS_ADDED } from '../db/jobs.ts'
import type { JobLane } from './task.ts'

/** Whom a notification is for: how many jobs each lane is told of, or every lane as it came. */
export type Audience = ReadonlyMap<JobLane, number> | 'all'

/** Tells whom what the database notifies of is for. */
export type JobNotices = (message: Notification) => Audience

const NOBODY: Audience = new Map()

/** What JOBS_ADDED carries. */
const Added = z.object({ jobs: z.record(z.string(), z.int().positive()) })

/** The library tells every lane of every job, and a lane that is told looks twice. Whoever adds jobs says of which kinds
 *  they are just before (`addJobs`), in the same transaction and so by the same connection: the lanes of these are told,
 *  and what the library says of the same jobs is for nobody. What it says of others, by an older controller, by its own
 *  schedule or by hand, is for all.
 *  @param laneOf null: no lane of this controller does such jobs */
export function createJobNotices(laneOf: (jobName: string) => JobLane | null): JobNotices {
  /** Notices of ours whose notification by the library is still to come, by the server's process. */
  const announced = new Map<number, number>()

  return ({ channel, processId, payload }) => {
    const open = announced.get(processId) ?? 0
    if (channel === JOBS_ADDED) {
      const audience = countByLane(payload, laneOf)
      if (audience !== null) announced.set(processId, open + 1)
      return audience ?? NOBODY
    }
    if (channel !== 'jobs:insert' || open === 0) return 'all'
    if (open === 1) announced.delete(processId)
    else announced.set(processId, open - 1)
    return NOBODY
  }
}

/** @param payload of JOBS_ADDED; anybody who may speak to the database can send any.
 *  @returns null when it says nothing that is understood here */
function countByLane(
  payload: string | undefined,
  laneOf: (jobName: string) => JobLane | null,
): ReadonlyMap<JobLane, number> | null {
  const jobs = readJobs(payload)
  if (jobs === null) return null
  const counts = new Map<JobLane, number>()
  for (const [name, count] of Object.entries(jobs)) {
    const lane = laneOf(name)
    if (lane !== null) counts.set(lane, (counts.get(lane) ?? 0) + count)
  }
  return counts
}

function readJobs(payload = ''): Record<string, number> | null {
  try {
    return Added.parse(JSON.parse(payload)).jobs
  } catch {
    return null
  }
}
