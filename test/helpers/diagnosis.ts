import type { MonitorType } from '@sightline/shared/check-words'
import type { DiagnosisOutput, DiagnosisRole } from '@sightline/shared/diagnosis'
import { DiagnosisOutput as DiagnosisOutputShape } from '@sightline/shared/diagnosis'
import { createLogger } from '@sightline/shared/logger'
import { monitorPort } from '@sightline/shared/monitor-endpoint'
import { parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { Checker } from '../../agent/src/checks/checker.ts'
import type { CheckOutcome } from '../../agent/src/outcome/check-outcome.ts'
import { createDnsChecker } from '../../agent/src/checks/dns.ts'
import { CHECKERS } from '../../agent/src/checks/index.ts'
import type { SidePorts } from '../../agent/src/diagnosis/gather.ts'
import { createDiagnosisWorker } from '../../agent/src/diagnosis/worker.ts'
import { createTraceWorker } from '../../agent/src/trace/worker.ts'
import type { Tracer } from '../../agent/src/trace/tracer.ts'
import type { Analysis } from '../../controller/src/diagnosis/analysis.ts'
import { diagnose } from '../../controller/src/diagnosis/diagnose.ts'
import type { DiagnosisFacts, Gathered, RegionCheck } from '../../controller/src/diagnosis/facts.ts'
import type { CheckerOptions } from './run-checker.ts'
import { runChecker, toolsFor } from './run-checker.ts'

export const OUTAGE_AT_MS = Date.parse('2026-03-10T12:00:00.000Z')

/** A check as the controller reads it back. */
export function checkOf(region: string, outcome: CheckOutcome): RegionCheck {
  const { status, failure, statusCode, responseMs, ip, timings, details } = outcome
  return {
    region,
    atMs: OUTAGE_AT_MS,
    status,
    cause: failure?.cause ?? null,
    phase: failure?.phase ?? null,
    error: failure?.message ?? null,
    statusCode,
    responseMs,
    ip,
    timings,
    details: details ?? {},
  }
}

/** A target and how the agents that look at it are set up. */
export interface Target {
  readonly type: MonitorType
  readonly url: string
  readonly settings?: Record<string, unknown>
  /** Ports an agent asks beside the monitor's own; none that is open unless told otherwise. */
  readonly ports?: Partial<SidePorts>
  readonly options?: CheckerOptions
  /** Regions whose agents see something else: another name server, another way out. */
  readonly regions?: Readonly<Record<string, CheckerOptions>>
  readonly tracer?: Tracer | null
}

const NO_PORTS: SidePorts = { nameServer: 9, http: 9, others: () => [] }

/** Runs the real check of a target in one region. */
async function checkIn(target: Target, options: CheckerOptions): Promise<CheckOutcome> {
  const { type, url, settings = {}, ports } = target
  const checkers = {
    ...CHECKERS,
    dns: createDnsChecker({ nameServerPort: ports?.nameServer ?? 53 }),
  }
  return runChecker(checkers[type] as Checker<MonitorType>, url, settings, options)
}

/** Has a real worker gather the evidence for a check's outcome. */
export async function gatherFor(
  target: Target,
  check: RegionCheck,
  role: DiagnosisRole,
  options: CheckerOptions = {},
): Promise<DiagnosisOutput> {
  const tools = toolsFor(options)
  const worker = createDiagnosisWorker({
    tools,
    checkers: CHECKERS,
    trace: createTraceWorker({ ...tools, tracer: target.tracer ?? null }),
    ports: { ...NO_PORTS, ...target.ports },
    log: createLogger('test', 'error'),
  })
  const input = {
    type: target.type,
    url: target.url,
    timeoutMs: options.timeoutMs ?? 3_000,
    settings: target.settings ?? {},
    role,
    cause: check.cause,
    phase: check.phase,
    ip: check.ip,
  }
  const output = await worker(input, AbortSignal.timeout(15_000))
  // As it crosses the stream.
  return DiagnosisOutputShape.parse(JSON.parse(JSON.stringify(output)))
}

/** Facts of an outage with these checks; what a test does not care about is empty. */
export function factsOf(
  target: Pick<Target, 'type' | 'url' | 'settings'>,
  votes: readonly RegionCheck[],
  more: Partial<DiagnosisFacts> = {},
): DiagnosisFacts {
  const { type, url } = target
  const settings = descriptionOf(type).shape.parse(target.settings ?? {}) as SettingsOf<MonitorType>
  const firstBad = votes.find(({ status }) => status === 'down') ?? null
  return {
    monitor: {
      publicId: 'mon_1',
      type,
      url,
      host: parseMonitorUrl(url, type).host,
      port: monitorPort(type, url, settings),
      timeoutMs: 3_000,
      changedAtMs: OUTAGE_AT_MS - 86_400_000,
      createdAtMs: OUTAGE_AT_MS - 86_400_000,
    },
    outage: {
      publicId: 'out_1',
      scope: 'global',
      startedAtMs: OUTAGE_AT_MS,
      cause: firstBad?.cause ?? 'timeout',
      summary: firstBad?.error ?? 'The check failed.',
      regions: votes.filter(({ status }) => status === 'down').map(({ region }) => region),
    },
    votes,
    firstBad,
    lastGood: [],
    usual: [],
    gathered: [],
    goodTraces: [],
    neighbours: [],
    agents: [],
    hasPassed: true,
    hasPassedSinceChange: true,
    ...more,
  }
}

/** What became of a target: the checks of each region, and the analysis made of them. */
export interface Diagnosed {
  readonly analysis: Analysis
  readonly votes: readonly RegionCheck[]
  readonly gathered: readonly Gathered[]
}

/** Checks a target for real from each region, has evidence gathered for real, and judges it.
 *  @param more what the database would know besides */
export async function diagnoseTarget(
  target: Target,
  more: Partial<DiagnosisFacts> = {},
): Promise<Diagnosed> {
  const regions = Object.entries(target.regions ?? { 'eu-west': {}, 'us-east': {} })
  const votes: RegionCheck[] = []
  for (const [region, own] of regions) {
    const outcome = await checkIn(target, { ...target.options, ...own })
    votes.push(checkOf(region, outcome))
  }
  const leading = votes.find(({ status }) => status === 'down') ?? votes[0]
  const gathered = await Promise.all(
    regions.map(async ([region, own], index): Promise<Gathered[]> => {
      const vote = votes[index]
      if (vote === undefined || leading === undefined) return []
      const role = vote.status === 'up' ? 'passing' : 'failing'
      const output = await gatherFor(target, leading, role, { ...target.options, ...own })
      return [{ region, role, output }]
    }),
  )
  const facts = factsOf(target, votes, { gathered: gathered.flat(), ...more })
  return { analysis: diagnose(facts, OUTAGE_AT_MS), votes, gathered: facts.gathered }
}
