import type { MonitorType } from '@sightline/shared/check-words'
import type { AgentCounters } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { startProgram } from '../../helpers/program.ts'
import type { Targets } from '../targets/start-targets.ts'
import type { NewAssignment } from './bench-controller.ts'
import { startBenchController } from './bench-controller.ts'

/** A monitor of a bench. */
export interface BenchMonitor {
  readonly type: MonitorType
  readonly url: string
  /** What differs from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly timeoutMs: number
}

/** When a monitor is checked: `phaseMs` after each multiple of `periodMs`. */
export interface BenchGrid {
  readonly periodMs: number
  readonly phaseMs: number
}

export function assignmentOf(
  monitorId: number,
  monitor: BenchMonitor,
  grid: BenchGrid,
): NewAssignment {
  const { type, url, timeoutMs } = monitor
  return {
    monitorId,
    check: {
      type: descriptionOf(type).number,
      url,
      timeoutMs,
      settingsJson: JSON.stringify(descriptionOf(type).settings.parse(monitor.settings)),
    },
    ...grid,
  }
}

/** The agent's program as it is run in production, under a controller that only counts. */
export interface BenchAgent {
  readonly pid: number
  readonly capabilities: readonly string[]
  /** Replaces what it checks. */
  readonly assign: (assignments: readonly NewAssignment[]) => void
  /** @throws with its output when it has ended by itself */
  readonly requireAlive: () => void
  readonly stop: () => Promise<void>
}

/** @param options.folder takes the agent's state */
export async function startBenchAgent(options: {
  folder: string
  targets: Targets
  onResult: (result: CheckResult) => void
  onCounters?: (counters: AgentCounters) => void
}): Promise<BenchAgent> {
  const { folder, targets, onResult, onCounters = () => {} } = options
  const controller = await startBenchController({ onResult, onCounters })
  try {
    const agent = await startProgram(
      'agent/src/main.ts',
      ['--region', 'bench', '--controller', controller.address, '--data-dir', folder],
      {
        LOG_LEVEL: 'warn',
        SIGHTLINE_AGENT_TOKEN: 'bench',
        SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128',
        SIGHTLINE_DNS_SERVERS: `127.0.0.1:${targets.ports.dns}`,
        NODE_EXTRA_CA_CERTS: targets.authorityFile,
        // For a profile of the agent: NODE_OPTIONS="--cpu-prof --cpu-prof-dir=..."
        NODE_OPTIONS: process.env['SIGHTLINE_BENCH_AGENT_OPTIONS'] ?? '',
      },
    )
    let hasEnded = false
    void agent.exited.then(() => {
      hasEnded = true
    })
    const { capabilities } = await controller.hello
    return {
      pid: agent.pid,
      capabilities,
      assign: controller.assign,
      requireAlive() {
        if (hasEnded) throw new Error(`the agent has ended:\n${agent.output()}`)
      },
      async stop() {
        await agent.stop()
        controller.stop()
      },
    }
  } catch (error) {
    controller.stop()
    throw error
  }
}
