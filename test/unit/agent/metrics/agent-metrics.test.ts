import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema, MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import { HeartbeatSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { describe, expect, it } from 'vitest'
import { openAgentMetrics } from '../../../../agent/src/metrics/agent-metrics.ts'

describe('metrics of an agent', () => {
  it('count checks by type and verdict, and tell nothing of their targets', async () => {
    const metrics = await openAgentMetrics()
    const run = metrics.counting(async () => ({ status: 'down' }) as never)
    const spec = create(CheckSpecSchema, { type: MonitorType.DNS, url: 'https://secret.example/' })
    expect(await run(spec)).toEqual({ status: 'down' })
    await run(spec)
    const { type, text } = await metrics.read()
    expect(type).toContain('version=0.0.4')
    expect(text).toContain(`sightline_probe_check_seconds_count{type="dns",status="down"} 2`)
    expect(text).not.toContain('secret')
  })

  it('tell what its heartbeats do, and nothing of a controller before one was heard', async () => {
    const metrics = await openAgentMetrics()
    let heard: number | null = null
    metrics.tellOf({
      heartbeat: () =>
        create(HeartbeatSchema, {
          counters: { ticksMissed: 3n, spoolResults: 12, assignments: 7 },
        }),
      clockOffsetMs: () => 1_500,
      heardSecondsAgo: () => heard,
    })
    const lines = async () => (await metrics.read()).text.split('\n')
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'sightline_probe_ticks_missed 3',
        'sightline_probe_spool_results 12',
        'sightline_probe_assignments 7',
        'sightline_probe_clock_offset_seconds 1.5',
      ]),
    )
    expect((await lines()).some((line) => line.startsWith('sightline_probe_controller'))).toBe(
      false,
    )
    heard = 2
    expect(await lines()).toContain('sightline_probe_controller_heard_seconds 2')
  })
})
