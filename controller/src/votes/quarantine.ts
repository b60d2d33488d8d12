/** One check of an agent that says something about its target. */
export interface Finding {
  readonly monitorId: number
  /** When the check began, UNIX ms. */
  readonly checkedAtMs: number
  readonly failed: boolean
  /** Of the settings it was checked by; 0 or left out: its agent does not say. */
  readonly generation?: number
}

/** What is known of one agent. Times are UNIX ms. */
export interface QuarantineState {
  /** Since when its word does not count; null: it does. */
  readonly quarantinedAtMs: number | null
  /** Its findings of the last 60 s, counted by second; oldest first. */
  readonly seconds: readonly Second[]
  /** Monitors whose newest finding is a failure, at most MAX_FAILING. */
  readonly failing: ReadonlyMap<number, FailingRun>
  /** Its self-tests since the quarantine began; null before the first report of them. */
  readonly tests: CleanTests | null
}

interface Second {
  readonly startMs: number
  readonly findings: number
  readonly failures: number
}

/** Failing checks of a monitor in a row, all by the same settings: when the first and the last of them began. */
export interface FailingRun {
  readonly firstMs: number
  readonly lastMs: number
  readonly generation: number
}

interface CleanTests {
  /** Of the count the agent reports, those that do not count: they ran before. */
  readonly before: number
  /** When it was first heard of clean tests in a row; null: the last one found something. */
  readonly sinceMs: number | null
}

/** What happens to an agent. */
export type QuarantineEvent =
  | { readonly kind: 'findings'; readonly atMs: number; readonly findings: readonly Finding[] }
  /** How many hosts of failing monitors other regions were seen to pass. */
  | { readonly kind: 'passedElsewhere'; readonly atMs: number; readonly hosts: number }
  /** A report of its self-test. `passedInRow` counts the clean ones up to now; null from agents that do
   *  not tell. */
  | {
      readonly kind: 'selfTest'
      readonly atMs: number
      readonly passed: boolean
      readonly passedInRow: number | null
    }

/** Source: monitoring design, section 3, part 7 */
const WINDOW_MS = 60_000
const MIN_HOSTS = 5
const MIN_FAILING_SHARE = 0.5
const MIN_CLEAN_TESTS = 3

/** An agent that does not count its tests makes one every 10 s. */
const CLEAN_TESTS_MS = MIN_CLEAN_TESTS * 10_000

/** Failing monitors that are kept: plenty for five hosts, and an end to what an agent can make us
 *  remember. */
const MAX_FAILING = 1_000

/** An agent that connects. @param quarantinedAtMs as its row says */
export function initialQuarantine(quarantinedAtMs: number | null): QuarantineState {
  return { quarantinedAtMs, seconds: [], failing: new Map(), tests: null }
}

/** What an event makes of an agent. In quarantine its findings are not looked at; when it ends they are
 *  counted from nothing. */
export function afterEvent(state: QuarantineState, event: QuarantineEvent): QuarantineState {
  const isIn = state.quarantinedAtMs !== null
  if (event.kind === 'selfTest') return isIn ? afterSelfTest(state, event) : state
  if (event.kind === 'findings') return isIn ? state : withFindings(state, event)
  const begins = event.hosts >= MIN_HOSTS && isSuspected(state, event.atMs)
  return begins ? initialQuarantine(event.atMs) : state
}

/** What to ask other regions about: the failing monitors of an agent that fails at least half of its
 *  checks of the last 60 s, on enough monitors to be five hosts.
 *  @returns the runs by monitor, of those that failed within 60 s; none when nothing is to be asked */
export function suspectedRuns(
  state: QuarantineState,
  nowMs: number,
): ReadonlyMap<number, FailingRun> {
  return isSuspected(state, nowMs) ? recentRuns(state.failing, nowMs) : new Map()
}

/** Whether anything is to be asked about an agent, as `suspectedRuns` has it. */
export function isSuspected(state: QuarantineState, nowMs: number): boolean {
  if (state.quarantinedAtMs !== null || state.failing.size < MIN_HOSTS) return false
  // Asked of every agent each second: of a thousand of them lists made for it were a fiftieth of what a controller did.
  let findings = 0
  let failures = 0
  for (const second of state.seconds) {
    if (second.startMs <= nowMs - WINDOW_MS) continue
    findings += second.findings
    failures += second.failures
  }
  if (failures === 0 || failures < findings * MIN_FAILING_SHARE) return false
  let recent = 0
  for (const run of state.failing.values()) {
    if (isRecent(run, nowMs)) recent += 1
    if (recent === MIN_HOSTS) return true
  }
  return false
}

const isRecent = ({ lastMs }: FailingRun, nowMs: number): boolean => lastMs > nowMs - WINDOW_MS

/** Those whose last failure is not over 60 s ago. */
function recentRuns(
  failing: ReadonlyMap<number, FailingRun>,
  nowMs: number,
): Map<number, FailingRun> {
  const recent = new Map<number, FailingRun>()
  for (const [monitorId, run] of failing) {
    if (isRecent(run, nowMs)) recent.set(monitorId, run)
  }
  return recent
}

function withFindings(
  state: QuarantineState,
  { atMs, findings }: { readonly atMs: number; readonly findings: readonly Finding[] },
): QuarantineState {
  const failures = findings.filter((finding) => finding.failed).length
  return {
    ...state,
    seconds: withCounts(state.seconds, atMs, findings.length, failures),
    failing: withRuns(state.failing, atMs, findings),
  }
}

function withCounts(
  seconds: readonly Second[],
  atMs: number,
  findings: number,
  failures: number,
): Second[] {
  const startMs = Math.floor(atMs / 1_000) * 1_000
  const kept = seconds.filter((second) => second.startMs > atMs - WINDOW_MS)
  const same = kept.find((second) => second.startMs === startMs)
  const counted = {
    startMs,
    findings: findings + (same?.findings ?? 0),
    failures: failures + (same?.failures ?? 0),
  }
  return [...kept.filter((second) => second !== same), counted]
}

function withRuns(
  failing: ReadonlyMap<number, FailingRun>,
  atMs: number,
  findings: readonly Finding[],
): ReadonlyMap<number, FailingRun> {
  // Nearly always: a well agent's batch copies nothing.
  if (failing.size === 0 && !findings.some((finding) => finding.failed)) return failing
  const runs = recentRuns(failing, atMs)
  for (const { monitorId, checkedAtMs, failed, generation = 0 } of findings) {
    const known = runs.get(monitorId)
    // What was found by settings of before says nothing of the present ones.
    if (known !== undefined && generation < known.generation) continue
    if (known !== undefined && generation > known.generation) runs.delete(monitorId)
    const run = runs.get(monitorId)
    if (!failed) {
      // Results can overtake each other: an older success ends nothing.
      if (run !== undefined && checkedAtMs >= run.lastMs) runs.delete(monitorId)
    } else if (run !== undefined || runs.size < MAX_FAILING) {
      runs.set(monitorId, {
        firstMs: Math.min(checkedAtMs, run?.firstMs ?? checkedAtMs),
        lastMs: Math.max(checkedAtMs, run?.lastMs ?? checkedAtMs),
        generation,
      })
    }
  }
  return runs
}

function afterSelfTest(
  state: QuarantineState,
  test: { atMs: number; passed: boolean; passedInRow: number | null },
): QuarantineState {
  if (!test.passed) return { ...state, tests: { before: 0, sinceMs: null } }
  const tests = cleanTests(state.tests, test.atMs, test.passedInRow ?? 0)
  const isOver =
    test.passedInRow === null
      ? tests.sinceMs !== null && test.atMs - tests.sinceMs >= CLEAN_TESTS_MS
      : test.passedInRow - tests.before >= MIN_CLEAN_TESTS
  return isOver ? initialQuarantine(null) : { ...state, tests }
}

function cleanTests(tests: CleanTests | null, atMs: number, passedInRow: number): CleanTests {
  // The tests of the first report ran before the quarantine, or we cannot tell.
  if (tests === null) return { before: passedInRow, sinceMs: atMs }
  // A count that fell began anew meanwhile.
  const before = passedInRow < tests.before ? 0 : tests.before
  return { before, sinceMs: tests.sinceMs ?? atMs }
}
