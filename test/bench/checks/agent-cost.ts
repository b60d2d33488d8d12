import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { SLOT_STEP_MS } from '@sightline/shared/protocol'
import { CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import { cpuMsOfFamily } from '../../helpers/process-figures.ts'
import type { TargetPorts, Targets } from '../targets/start-targets.ts'
import type { BenchAgent } from './bench-agent.ts'
import { assignmentOf, startBenchAgent } from './bench-agent.ts'
import type { Kind } from './kinds.ts'

const PERIOD_MS = 1_000
/** Less of the wanted rate than this is no measurement: the machine is too busy. */
const MIN_SHARE = 0.5
const TRIES = 4
const WARM_MS = 1_000
const FIRST_RESULTS_LIMIT_MS = 15_000
const WINDOW_MS = 3_000
/** A result reaches its controller about 0.1 s after its check. */
const SETTLE_MS = 300

/** What a check cost. */
export interface Cost {
  /** CPU of the whole process and its children, ms. */
  readonly cpuMs: number
  /** How many ran a second. */
  readonly perSecond: number
}

/** An agent whose cost per check can be taken. */
export interface MeasuredAgent {
  readonly capabilities: readonly string[]
  /** CPU without a single monitor, ms a second. */
  readonly idle: () => Promise<number>
  /** @throws when a check was not up or too few ran */
  readonly measure: (kind: Kind) => Promise<Cost>
  readonly stop: () => Promise<void>
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function requireUp(kind: Kind, results: readonly CheckResult[]): void {
  const bad = results.filter(({ status }) => status !== CheckStatus.UP)
  const [first] = bad
  if (first === undefined) return
  const why = first.failure?.message ?? ''
  throw new Error(`${bad.length} of ${results.length} checks of ${kind.name} were not up: ${why}`)
}

/** @param folder takes the agent's state */
export async function startMeasuredAgent(folder: string, targets: Targets): Promise<MeasuredAgent> {
  let results: CheckResult[] = []
  const agent: BenchAgent = await startBenchAgent({
    folder,
    targets,
    onResult: (result) => results.push(result),
  })
  let nextMonitorId = 1

  function cpuNowMs(): number {
    agent.requireAlive()
    return cpuMsOfFamily(agent.pid)
  }

  function assign(kind: Kind, ports: TargetPorts): number {
    // Numbers of its own, so that late results of the kind before are not counted.
    const firstId = nextMonitorId
    nextMonitorId += kind.perSecond
    agent.assign(
      Array.from({ length: kind.perSecond }, (_, index) => {
        const spreadMs = (index * PERIOD_MS) / kind.perSecond
        const phaseMs = spreadMs - (spreadMs % SLOT_STEP_MS)
        const grid = { periodMs: PERIOD_MS, phaseMs }
        return assignmentOf(firstId + index, kind.monitor(ports, index), grid)
      }),
    )
    return firstId
  }

  /** Until every monitor has been checked once or so, and a little longer. */
  async function warmUp(firstId: number, kind: Kind): Promise<void> {
    const deadlineMs = performance.now() + FIRST_RESULTS_LIMIT_MS
    while (results.filter(({ monitorId }) => monitorId >= firstId).length < kind.perSecond) {
      agent.requireAlive()
      if (performance.now() > deadlineMs) throw new Error(`checks of ${kind.name} do not run`)
      await wait(100)
    }
    await wait(WARM_MS)
  }

  async function measureOnce(kind: Kind): Promise<Cost> {
    const firstId = assign(kind, targets.ports)
    await warmUp(firstId, kind)
    const fromMs = Date.now()
    const cpuBeforeMs = cpuNowMs()
    await wait(WINDOW_MS)
    const cpuMs = cpuNowMs() - cpuBeforeMs
    const untilMs = Date.now()
    await wait(SETTLE_MS)
    const ran = results.filter(({ monitorId, startedAtMs, durationMs }) => {
      const endedAtMs = Number(startedAtMs) + durationMs
      return monitorId >= firstId && endedAtMs >= fromMs && endedAtMs < untilMs
    })
    results = []
    agent.assign([])
    requireUp(kind, ran)
    return { cpuMs: cpuMs / ran.length, perSecond: (ran.length * 1_000) / (untilMs - fromMs) }
  }

  return {
    capabilities: agent.capabilities,
    async idle() {
      agent.assign([])
      await wait(WARM_MS)
      const cpuBeforeMs = cpuNowMs()
      await wait(WINDOW_MS)
      return ((cpuNowMs() - cpuBeforeMs) * 1_000) / WINDOW_MS
    },
    async measure(kind) {
      for (let tries = 1; ; tries += 1) {
        const cost = await measureOnce(kind)
        if (cost.perSecond >= kind.perSecond * MIN_SHARE) return cost
        if (tries === TRIES) {
          throw new Error(
            `${kind.name}: only ${Math.round(cost.perSecond)} of ${kind.perSecond} checks a second, the machine is too busy`,
          )
        }
      }
    },
    stop: agent.stop,
  }
}
