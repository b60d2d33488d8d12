import type { Logger } from '@sightline/shared/logger'
import { tracedAtTimes } from '@sightline/shared/tracing/trace'
import type { ResultDays } from '../db/partitions.ts'
import type { Database } from '../db/pool.ts'
import type { RefusalLog } from '../process/refusal-log.ts'
import { commitResults } from './commit.ts'
import { createIngestQueue } from './queue.ts'

type CommitParts = Required<NonNullable<Parameters<typeof commitResults>[4]>>
type Rows = Parameters<typeof commitResults>[1]

/** Why results were not taken. */
const WHY_UNASKED = {
  elsewhere: 'of monitors that the region does not check',
  noSlot: 'of instants at which their monitors were not to be checked',
  noFirstCheck: 'of first checks at instants at which none was asked for',
} as const

interface IngestParts {
  readonly db: Database
  readonly resultDays: ResultDays
  readonly judge: CommitParts['judge']
  readonly refusals: RefusalLog
  readonly resultsPassedOver: CommitParts['passedOver']
  /** @param committed.seconds how long the commit took */
  readonly resultsCommitted: (committed: {
    readonly rows: Rows
    readonly seconds: number
    readonly atMs: number
  }) => void
  readonly now: () => number
  readonly log: Logger
}

/** Checks that a commit's span refers to: as many as OpenTelemetry keeps of a span. */
const MAX_LINKS = 128

/** The queue that stores what agents found, and what is told of each batch. */
export function openIngest(parts: IngestParts): ReturnType<typeof createIngestQueue> {
  const { db, resultDays, judge, refusals, now, log } = parts
  return createIngestQueue(async (rows, areFresh, foundThere) => {
    const begunMs = performance.now()
    await tracedAtTimes(
      'commit results',
      { results: rows.length },
      () =>
        commitResults(db, rows, now, resultDays.ensure, {
          judge,
          areFresh,
          foundThere,
          passedOver(unasked) {
            const { region, why, count } = unasked
            refusals.tell({ region }, WHY_UNASKED[why], count, now())
            parts.resultsPassedOver(unasked)
          },
        }),
      () => checksOf(rows),
    )
    const seconds = (performance.now() - begunMs) / 1000
    parts.resultsCommitted({ rows, seconds, atMs: now() })
  }, log)
}

/** The spans of their checks that are recorded. */
const checksOf = (rows: Rows): string[] =>
  rows.flatMap(({ traceparent }) => traceparent ?? []).slice(0, MAX_LINKS)
