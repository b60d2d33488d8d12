import type { Family } from '../family.ts'

/** From a few ms to minutes: with the linger of a passing result most are below 0.5 s. */
const LATENCY_BUCKETS_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60]
const COMMIT_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Results on their way into the database. */
export const resultMetrics: Family<'resultsCommitted' | 'resultsPassedOver'> = ({
  counter,
  gauge,
  histogram,
  sources,
}) => {
  const committed = counter({
    name: 'sightline_results_committed_total',
    help: 'Results that were stored, by what they say. Late ones fill history and change no status.',
    labelNames: ['status', 'late'],
  })
  const refused = counter({
    name: 'sightline_results_refused_total',
    help: 'Results that were not stored, by why: the agent was not asked for them.',
    labelNames: ['why'],
  })
  const commit = histogram({
    name: 'sightline_result_commit_seconds',
    help: 'What transactions of results took, with the verdicts that follow from them.',
    buckets: COMMIT_BUCKETS_S,
  })
  const latency = histogram({
    name: 'sightline_result_latency_seconds',
    help: 'From the end of a check to its committed row and the decision about it: of each failure, and of the oldest passing result of each transaction.',
    labelNames: ['outcome'],
    buckets: LATENCY_BUCKETS_S,
  })
  gauge({
    name: 'sightline_results_waiting',
    help: 'Results that wait for their transaction; agents are told to stop at 20,000.',
    collect() {
      this.set(sources.ingest().waitingRows)
    },
  })
  gauge({
    name: 'sightline_result_senders_in_care',
    help: 'Agent tokens by which results came again as new ones, and whose results are handled with care for 10 minutes.',
    collect() {
      this.set(sources.ingest().sendersInCare)
    },
  })
  let clashes = 0
  counter({
    name: 'sightline_result_clashes_total',
    help: 'Transactions of results that were begun anew, since results that an agent sent as new ones were there.',
    collect() {
      const now = sources.ingest().clashes
      this.inc(now - clashes)
      clashes = now
    },
  })
  let unstorable = 0
  counter({
    name: 'sightline_results_unstorable_total',
    help: 'Results that the database refused for their content, and that were left out.',
    collect() {
      const { refusedRows } = sources.ingest()
      this.inc(refusedRows - unstorable)
      unstorable = refusedRows
    },
  })

  return {
    resultsCommitted({ rows, seconds, atMs }) {
      commit.observe(seconds)
      // By status: of now, and late.
      const counts = new Map<string, [ofNow: number, late: number]>()
      let oldestMs = Infinity
      for (const { status, late, lateFromMs = Infinity, checkedAtMs, durationMs } of rows) {
        const isLate = late || atMs > lateFromMs
        let count = counts.get(status)
        if (count === undefined) counts.set(status, (count = [0, 0]))
        count[isLate ? 1 : 0] += 1
        if (isLate) continue
        const endedMs = checkedAtMs + durationMs
        if (status === 'up') oldestMs = Math.min(oldestMs, endedMs)
        else latency.observe({ outcome: 'failing' }, secondsSince(endedMs, atMs))
      }
      if (oldestMs !== Infinity) {
        latency.observe({ outcome: 'passing' }, secondsSince(oldestMs, atMs))
      }
      for (const [status, [ofNow, late]] of counts) {
        if (ofNow > 0) committed.inc({ status, late: 'false' }, ofNow)
        if (late > 0) committed.inc({ status, late: 'true' }, late)
      }
    },
    resultsPassedOver({ why, count }) {
      refused.inc({ why }, count)
    },
  }
}

/** Clocks of agents are a little off. */
const secondsSince = (fromMs: number, toMs: number): number => Math.max(0, toMs - fromMs) / 1000
