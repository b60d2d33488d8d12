import type { Database } from '../db/pool.ts'

/** What most jobs work with. */
export interface UpkeepParts {
  readonly db: Database
  readonly now: () => number
}

/** Jobs that must not wait for others run in a lane of their own: `alerts` decides whom to tell,
 *  `deliveries` waits for other people's servers, `diagnoses` judges votes, `evidence` waits for agents,
 *  `screenshots` for their browsers, `upkeep` is the rest. */
export const JOB_LANES = [
  'upkeep',
  'alerts',
  'deliveries',
  'diagnoses',
  'evidence',
  'screenshots',
] as const
export type JobLane = (typeof JOB_LANES)[number]

/** One kind of durable background job. A job that throws is tried again later, with backoff. */
export interface JobTask<Parts> {
  /** When it runs by itself, as a cron line in UTC; null: only when it is added. */
  readonly schedule: string | null
  /** `upkeep` when it is left out. */
  readonly lane?: JobLane
  /** @param payload what it was added with; {} when its schedule started it */
  readonly run: (parts: Parts, payload: unknown) => Promise<void>
}
