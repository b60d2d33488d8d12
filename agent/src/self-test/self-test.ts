import type { Ailment, Probe } from './probe.ts'

const INTERVAL_MS = 10_000

/** `error` is a sentence for the operator, null when the agent is fit to judge targets. */
interface SelfTestResult {
  readonly passed: boolean
  readonly error: string | null
}

/** Keeps asking whether the agent is fit to judge targets.
 *  Source: monitoring design, section 3 ("self-test passed within 60 s") */
export interface SelfTest {
  /** Of the last run; not passed before the first. */
  readonly result: () => SelfTestResult
  /** What the last run found wrong; null when nothing was, and before the first. */
  readonly ailment: () => Ailment | null
  /** Runs in a row, up to the last one, that found nothing wrong. */
  readonly passedInRow: () => number
  /** Resolves after the first run; then runs every 10 s. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

/** @param probes asked one after the other; the first that finds something wrong is told */
export function createSelfTest(probes: readonly Probe[]): SelfTest {
  let hasRun = false
  let passedInRow = 0
  let ailment: Ailment | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  async function run(): Promise<void> {
    let found: Ailment | null = null
    for (const probe of probes) found ??= await probe()
    ailment = found
    passedInRow = found === null ? passedInRow + 1 : 0
    hasRun = true
  }

  async function runAndRepeat(): Promise<void> {
    await run()
    if (!isStopped) timer = setTimeout(() => void runAndRepeat(), INTERVAL_MS)
  }

  return {
    result() {
      if (!hasRun) return { passed: false, error: 'the first self-test has not ended' }
      return { passed: ailment === null, error: ailment?.message ?? null }
    },
    ailment: () => ailment,
    passedInRow: () => passedInRow,
    start: runAndRepeat,
    stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
