import { CheckStatus, FailureSource } from './gen/probe/v1/result_pb.ts'
import { TYPE_DESCRIPTIONS } from './monitor-types/registry.ts'

/** Types of monitor, in the order people see them. */
export const MONITOR_TYPES = Object.keys(TYPE_DESCRIPTIONS) as readonly MonitorType[]
export type MonitorType = keyof typeof TYPE_DESCRIPTIONS

/** What one check found. Only `up`, `degraded` and `down` say anything about the target. */
export const RESULT_STATUSES = ['up', 'degraded', 'down', 'unknown'] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** What a monitor is. Source: decisions, section 6. */
export const MONITOR_STATUSES = [
  'pending',
  'up',
  'degraded',
  'down',
  'unknown',
  'maintenance',
  'paused',
] as const
export type MonitorStatus = (typeof MONITOR_STATUSES)[number]

/** Whose fault a failed check is; only the first two vote on the monitor's status. */
export const FAILURE_SOURCES = ['target', 'network', 'resolver', 'agent'] as const
export type FailureSourceWord = (typeof FAILURE_SOURCES)[number]

/** Where in a check a failure happened. Source: decisions, section 6. */
export const PHASES = [
  'dns',
  'connect',
  'tls',
  'firstByte',
  'download',
  'content',
  'banner',
  'starttls',
  'auth',
  'rcpt',
] as const
export type Phase = (typeof PHASES)[number]

/** The words above as they cross the stream. */
export const STATUS_TO_PROTO = {
  up: CheckStatus.UP,
  degraded: CheckStatus.DEGRADED,
  down: CheckStatus.DOWN,
  unknown: CheckStatus.UNKNOWN,
} as const satisfies Record<ResultStatus, CheckStatus>

export const SOURCE_TO_PROTO = {
  target: FailureSource.TARGET,
  network: FailureSource.NETWORK,
  resolver: FailureSource.RESOLVER,
  agent: FailureSource.AGENT,
} as const satisfies Record<FailureSourceWord, FailureSource>

function reversed<W extends string>(words: Readonly<Record<W, number>>): ReadonlyMap<number, W> {
  return new Map((Object.entries(words) as [W, number][]).map(([word, code]) => [code, word]))
}

/** Words by their number on the stream; no entry for a number this version does not know. */
export const STATUS_FROM_PROTO = reversed(STATUS_TO_PROTO)
export const SOURCE_FROM_PROTO = reversed(SOURCE_TO_PROTO)
export const TYPE_FROM_PROTO: ReadonlyMap<number, MonitorType> = new Map(
  MONITOR_TYPES.map((type) => [TYPE_DESCRIPTIONS[type].number, type]),
)

/** What an agent may be able to do besides the types of monitor. The engines say how ICMP is done:
 *  `mtr` through mtr-packet, the commands through the system's own ping and traceroute. */
export const ENGINES = ['mtr', 'pingCommand', 'tracerouteCommand'] as const
export type Engine = (typeof ENGINES)[number]

/** Words of `capabilities`: a type of monitor an agent can check, a browser it has for pages that are
 *  rendered, a kind of work it can do, or the engine it does it with. */
export type Capability =
  | MonitorType
  | 'browser'
  | 'traceroute'
  | 'diagnose'
  | 'analysis'
  | 'crawl'
  | Engine
