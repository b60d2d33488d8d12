import type { UnaskedRow } from '../db/results.ts'
import type { IncomingResult } from '../db/results.ts'
import type { TriedAlerts } from '../alerting/delivery/delivery-parts.ts'

/** An answer of the API. */
export interface AnsweredRequest {
  readonly method: string
  /** Template of its route, such as /api/v1/monitors/:id; what was asked for is never told. */
  readonly route: string
  readonly statusCode: number
  readonly seconds: number
}

/** A transaction of results. */
export interface CommittedResults {
  readonly rows: readonly Pick<
    IncomingResult,
    'status' | 'late' | 'checkedAtMs' | 'durationMs' | 'lateFromMs'
  >[]
  readonly seconds: number
  /** When it was committed, UNIX ms. */
  readonly atMs: number
}

/** Who is told what happens. Some of it happens thousands of times a second: telling costs next to nothing. */
export interface Observers {
  readonly resultsCommitted: (results: CommittedResults) => void
  readonly resultsPassedOver: (passedOver: Pick<UnaskedRow, 'why' | 'count'>) => void
  readonly alertsTried: (tried: TriedAlerts) => void
  readonly requestAnswered: (answered: AnsweredRequest) => void
}

const ignore = (): void => undefined

/** Where nobody asks for metrics. */
export const NO_OBSERVERS: Observers = {
  resultsCommitted: ignore,
  resultsPassedOver: ignore,
  alertsTried: ignore,
  requestAnswered: ignore,
}
