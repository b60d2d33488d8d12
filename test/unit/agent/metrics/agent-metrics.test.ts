import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema, MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import { HeartbeatSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { describe, expect, it } from 'vitest'
import { createLanes } from '../../../../agent/src/bounds/lanes.ts'
import { createLatenessMeter } from '../../../../agent/src/schedule/lateness.ts'
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
    let ticksMissed = 3n
    const lanes = createLanes({ total: 1, perHost: 1, pages: 1 })
    for (const host of ['one.example', 'one.example', 'two.example']) {
      lanes.quick.pass(host, false, () => undefined)
    }
    metrics.tellOf({
      heartbeat: () =>
        create(HeartbeatSchema, {
          counters: { ticksMissed, spoolResults: 12, assignments: 7 },
        }),
      clockOffsetMs: () => 1_500,
      heardSecondsAgo: () => heard,
      lanes,
      spoolBytes() {
        if (heard === null) throw new Error('the disk refuses')
        return 2_400
      },
    })
    const lines = async () => (await metrics.read()).text.split('\n')
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'sightline_probe_ticks_missed_total 3',
        'sightline_probe_lane_waiting{lane="quick"} 2',
        'sightline_probe_lane_waiting{lane="browser"} 0',
        'sightline_probe_connected 0',
        'sightline_probe_spool_results 12',
        'sightline_probe_assignments 7',
        'sightline_probe_clock_offset_seconds 1.5',
      ]),
    )
    const unknown = /^sightline_probe_(?:controller|spool_bytes)/
    expect((await lines()).filter((line) => unknown.test(line))).toEqual([])
    heard = 2
    ticksMissed = 5n
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'sightline_probe_controller_heard_seconds 2',
        'sightline_probe_connected 1',
        'sightline_probe_ticks_missed_total 5',
        'sightline_probe_spool_bytes 2400',
      ]),
    )
  })

  it('count slots by how late they began', async () => {
    const metrics = await openAgentMetrics()
    const lateness = metrics.countingSlots(createLatenessMeter())
    lateness.record(20)
    lateness.record(2_000)
    expect(lateness.p99Ms()).toBe(2_000)
    const { text } = await metrics.read()
    expect(text).toContain('sightline_probe_slot_lateness_seconds_bucket{le="0.025"} 1')
    expect(text).toContain('sightline_probe_slot_lateness_seconds_count 2')
  })
})
