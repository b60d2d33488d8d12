import type { AgentCounters } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gridOf as gridOfMonitor } from '../../controller/src/schedule/grid.ts'
import { cpuMsOfFamily, memoryMbOf, memoryMbOfChildren } from '../helpers/process-figures.ts'
import type { BenchAgent, BenchGrid } from './checks/bench-agent.ts'
import { assignmentOf, startBenchAgent } from './checks/bench-agent.ts'
import type { Report } from './report.ts'
import type { MemorySample } from './schedule/memory-trend.ts'
import { memoryTrend } from './schedule/memory-trend.ts'
import { isExpected, PARTS, partOf } from './schedule/monitors.ts'
import type { SlotRecord } from './schedule/slot-record.ts'
import { createSlotRecord } from './schedule/slot-record.ts'
import type { Targets } from './targets/start-targets.ts'
import { startTargets } from './targets/start-targets.ts'

const MONITORS = 10_000
const PERIOD_MS = 60_000
const DEFAULT_MINUTES = 10
/** Memory is judged after this; a shorter trial is judged as a whole. */
const WARM_MINUTES = 2
const SAMPLE_MS = 10_000
const ASSIGN_LIMIT_MS = 60_000
/** A stalled target's check ends 5 s after its slot, and its result is then on its way. */
const SETTLE_MS = 8_000
/** Flat is what rises by less than this, as a straight line through the samples. */
const MAX_RISE_PERCENT = 5

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** As a controller gives them. */
const gridOf = (id: number): BenchGrid =>
  gridOfMonitor(
    { id, intervalMinutes: PERIOD_MS / 60_000, regions: ['bench'], checkMode: 'all' },
    'bench',
  )

/** Results other than expected, by part of the monitors. */
interface Surprises {
  readonly add: (result: CheckResult) => void
  readonly count: () => number
  readonly lines: () => string[]
}

function createSurprises(): Surprises {
  const byPart = new Map<string, { count: number; example: string }>()
  return {
    add(result) {
      const part = partOf(result.monitorId)
      if (isExpected(result, part)) return
      const known = byPart.get(part.name) ?? { count: 0, example: '' }
      known.count += 1
      known.example ||= `${result.failure?.cause ?? 'up'}: ${result.failure?.message ?? ''}`
      byPart.set(part.name, known)
    },
    count: () => [...byPart.values()].reduce((sum, { count }) => sum + count, 0),
    lines: () =>
      [...byPart].map(
        ([name, { count, example }]) => `Not as expected: ${count} of ${name} (${example})`,
      ),
  }
}

function minutesAsked(): number {
  const minutes = Number(process.env['SIGHTLINE_BENCH_MINUTES'] ?? DEFAULT_MINUTES)
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= 60) return minutes
  throw new Error('SIGHTLINE_BENCH_MINUTES must be a whole number from 1 to 60')
}

/** What the agent says of itself. */
interface Said {
  last: AgentCounters | null
  /** Since the window began. */
  worstLoopDelayMs: number
  saysLoopDelay: boolean
}

async function assignAll(agent: BenchAgent, targets: Targets, said: Said): Promise<void> {
  agent.assign(
    Array.from({ length: MONITORS }, (_, index) => {
      const monitorId = index + 1
      const monitor = partOf(monitorId).monitor(targets.ports, `m${monitorId}.bench.test`)
      return assignmentOf(monitorId, monitor, gridOf(monitorId))
    }),
  )
  const deadlineMs = performance.now() + ASSIGN_LIMIT_MS
  while (said.last?.assignments !== MONITORS) {
    agent.requireAlive()
    if (performance.now() > deadlineMs) {
      throw new Error(`the agent has ${said.last?.assignments ?? 0} of ${MONITORS} monitors`)
    }
    await wait(200)
  }
}

async function sampleMemory(agent: BenchAgent, untilMs: number): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  while (Date.now() < untilMs) {
    await wait(Math.min(SAMPLE_MS, untilMs - Date.now()))
    agent.requireAlive()
    samples.push({ atMs: Date.now(), mb: memoryMbOf(agent.pid).now })
  }
  return samples
}

async function measure(
  agent: BenchAgent,
  said: Said,
  record: SlotRecord,
  window: { fromMs: number; minutes: number; surprises: Surprises },
): Promise<Report> {
  const { fromMs, minutes, surprises } = window
  await wait(fromMs - Date.now())
  said.worstLoopDelayMs = 0
  const before = { cpuMs: cpuMsOfFamily(agent.pid), checks: Number(said.last?.checksRun ?? 0n) }
  const samples = await sampleMemory(agent, fromMs + minutes * PERIOD_MS)
  const cpuMs = cpuMsOfFamily(agent.pid) - before.cpuMs
  const { worstLoopDelayMs } = said
  const memory = memoryMbOf(agent.pid)
  const childrenMb = memoryMbOfChildren(agent.pid)
  await wait(SETTLE_MS)
  const slots = record.figures()
  const warmMs = minutes > WARM_MINUTES ? WARM_MINUTES * PERIOD_MS : 0
  const trend = memoryTrend(samples.filter(({ atMs }) => atMs > fromMs + warmMs))
  const parts = PARTS.map(({ name, percent }) => `${percent} % ${name}`).join(', ')
  return {
    figures: [
      { name: 'monitors', value: MONITORS, unit: 'every minute' },
      { name: 'time', value: minutes, unit: 'minutes' },
      {
        name: 'tick lateness, 99th percentile',
        value: slots.latenessP99Ms,
        unit: 'ms',
        target: 'under 250',
      },
      { name: 'tick lateness, worst', value: slots.latenessMaxMs, unit: 'ms' },
      {
        name: `slots without a result, of ${slots.slots}`,
        value: slots.missing,
        unit: 'slots',
        target: 'none',
      },
      { name: 'slots with more than one result', value: slots.repeated, unit: 'slots' },
      {
        name: 'ticks the agent says it missed',
        value: Number(said.last?.ticksMissed ?? 0n),
        unit: 'ticks',
        target: 'none',
      },
      {
        name: 'results other than expected',
        value: surprises.count(),
        unit: 'results',
        target: 'none',
      },
      {
        name: 'memory, mean after warming up',
        value: trend.meanMb,
        unit: 'MB',
        runs: samples.map(({ mb }) => mb),
      },
      {
        name: 'memory, rise after warming up',
        value: trend.riseOfMean * 100,
        unit: '% of the mean',
        target: `at most ${MAX_RISE_PERCENT}`,
      },
      { name: 'memory, slope after warming up', value: trend.slopeMbPerHour, unit: 'MB an hour' },
      {
        name: 'memory, highest less lowest after warming up',
        value: trend.spreadMb,
        unit: 'MB',
      },
      { name: 'memory at its highest', value: memory.peak, unit: 'MB' },
      { name: 'memory of child processes', value: childrenMb, unit: 'MB' },
      { name: 'CPU', value: (cpuMs / (minutes * PERIOD_MS)) * 100, unit: '% of a core' },
      { name: 'CPU per check', value: cpuMs / slots.slots, unit: 'ms' },
      ...(said.saysLoopDelay
        ? [{ name: "event loop's worst delay", value: worstLoopDelayMs, unit: 'ms' }]
        : []),
    ],
    versions: { openssl: process.versions.openssl },
    notes: [
      `The monitors: ${parts}.`,
      `Memory was taken every ${SAMPLE_MS / 1_000} s and is judged by a straight line through the samples after ${warmMs / PERIOD_MS} minutes: flat is what rises by at most ${MAX_RISE_PERCENT} % of the mean.`,
      ...(said.saysLoopDelay ? [] : ["The agent does not tell its event loop's delay."]),
      ...surprises.lines(),
    ],
  }
}

/** One agent with 10,000 monitors of every kind at a minute: how punctual it is and how much it takes. */
export async function benchSchedule(): Promise<Report> {
  const minutes = minutesAsked()
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
  const open: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const targets = await startTargets(folder)
    open.unshift(targets.stop)
    const said: Said = { last: null, worstLoopDelayMs: 0, saysLoopDelay: false }
    const surprises = createSurprises()
    let record: SlotRecord | null = null
    const agent = await startBenchAgent({
      folder: path.join(folder, 'agent'),
      targets,
      onResult(result) {
        surprises.add(result)
        record?.add(result)
      },
      onCounters(counters) {
        said.last = counters
        if (counters.eventLoopDelayMaxMs > 0) said.saysLoopDelay = true
        said.worstLoopDelayMs = Math.max(said.worstLoopDelayMs, counters.eventLoopDelayMaxMs)
      },
    })
    open.unshift(agent.stop)
    await assignAll(agent, targets, said)
    const fromMs = Date.now() + 1_000
    record = createSlotRecord({ monitors: MONITORS, gridOf, fromMs, periods: minutes })
    return await measure(agent, said, record, { fromMs, minutes, surprises })
  } finally {
    for (const close of open) await close()
  }
}
