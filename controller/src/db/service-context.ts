import type { Database } from './pool.ts'

/** What every service works with. */
export interface ServiceContext {
  readonly db: Database
  readonly now: () => Date
}
