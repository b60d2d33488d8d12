import type { MonitorType } from '@sightline/shared/check-words'
import { SOURCE_FROM_PROTO, STATUS_FROM_PROTO } from '@sightline/shared/check-words'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { runProgram } from '../../helpers/run-program.ts'
import type { AgentCall } from '../../helpers/fake-controller.ts'
import { shareChrome } from '../../helpers/shared-chrome.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

/** The agent's program, killed when its test ends. */
export interface AgentProgram {
  readonly dataDir: string
  readonly child: ChildProcess
  readonly output: () => string
  /** Its exit code. */
  readonly exited: Promise<number | null>
  readonly kill: () => Promise<void>
}

export const AGENT_TOKEN = 'sl_agent_THIS-IS-THE-TOKEN'

/** @param options.within a command that runs the program in a place of its own */
export function startAgent(
  controller: string,
  options: {
    environment?: Record<string, string>
    within?: readonly string[]
    dataDir?: string
  } = {},
): AgentProgram {
  const { environment = {}, within = [], dataDir = temporaryFolder() } = options
  shareChrome(dataDir)
  const args = [
    ...runProgram('agent/src/main.ts'),
    '--controller',
    controller,
    '--region',
    'eu-west',
  ]
  const [file = '', ...rest] = [...within, process.execPath, ...args]
  const child = spawn(file, [...rest, '--data-dir', dataDir], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SIGHTLINE_AGENT_TOKEN: AGENT_TOKEN,
      SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      // As root there is none.
      SIGHTLINE_CHROME_SANDBOX: process.geteuid?.() === 0 ? 'off' : 'on',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return { dataDir, child, output: () => output, exited, kill }
}

/** A monitor of a test. */
export interface TestMonitor {
  readonly id: number
  readonly type: MonitorType
  readonly url: string
  readonly settings?: Record<string, unknown>
  readonly timeoutMs?: number
}

export const PERIOD_MS = 1_000

/** Gives an agent its monitors, their slots spread over the period. */
export function assignAll(call: AgentCall, monitors: readonly TestMonitor[]): void {
  const upserts = monitors.map(({ id, type, url, settings = {}, timeoutMs = 900 }, i) => ({
    monitorId: id,
    periodMs: PERIOD_MS,
    phaseMs: Math.floor((i * PERIOD_MS) / monitors.length),
    check: {
      type: descriptionOf(type).number,
      url,
      timeoutMs,
      settingsJson: JSON.stringify(descriptionOf(type).settings.parse(settings)),
    },
  }))
  call.say({ case: 'assignments', value: { snapshot: true, last: true, upserts } })
}

/** Acknowledges what is sent, as a controller does, until the test ends or it is told to stop. */
export function keepAcknowledging(call: AgentCall): () => void {
  let acknowledged = 0
  const timer = setInterval(() => {
    for (const { lane, results } of call.said('results').slice(acknowledged)) {
      acknowledged += 1
      const upToSequence = results.at(-1)?.sequence ?? 0n
      call.say({ case: 'resultAck', value: { lane, upToSequence } })
    }
  }, 20)
  const stop = (): void => clearInterval(timer)
  onTestFinished(stop)
  return stop
}

export const resultsOf = (results: readonly CheckResult[], id: number): CheckResult[] =>
  results.filter(({ monitorId }) => monitorId === id)

/** Distinct slots of one monitor, in order, in UNIX ms. */
export function slotsOf(results: readonly CheckResult[], id: number): number[] {
  const slots = resultsOf(results, id).map(({ scheduledAtMs }) => Number(scheduledAtMs))
  return [...new Set(slots)].sort((a, b) => a - b)
}

/** The slots that a monitor has when none is missing, from its first to its last. */
export const withoutGap = (slots: readonly number[]): number[] =>
  slots.map((_, i) => (slots[0] ?? 0) + i * PERIOD_MS)

/** What a result says, in words: status, source and cause. */
export function verdictOf({ status, failure }: CheckResult): string {
  const words = [STATUS_FROM_PROTO.get(status) ?? 'none']
  if (failure !== undefined) words.push(SOURCE_FROM_PROTO.get(failure.source) ?? 'none')
  if (failure !== undefined) words.push(failure.cause)
  return words.join(' ')
}

/** The distinct verdicts on one monitor. */
const verdictsOf = (results: readonly CheckResult[], id: number): string[] => [
  ...new Set(resultsOf(results, id).map(verdictOf)),
]

/** What an agent says of a check during which its process stood still. On a busy machine that happens
 *  to any check, and by design it blames no target. */
const STOOD_STILL = 'unknown agent agentFault'

/** The distinct verdicts on one monitor from the checks that could tell something. */
export const judgementsOf = (results: readonly CheckResult[], id: number): string[] =>
  verdictsOf(results, id).filter((verdict) => verdict !== STOOD_STILL)
