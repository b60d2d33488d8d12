import type { Cause } from '@sightline/shared/causes'
import type { MonitorType, Phase, ResultStatus } from '@sightline/shared/check-words'
import type { DiagnosisOutput, DiagnosisRole } from '@sightline/shared/diagnosis'

/** Times of the phases of a check, in ms; null for those that did not take place. */
export interface PhaseTimes {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
}

/** One check of a region, as a diagnosis reads it. Times are UNIX ms. */
export interface RegionCheck {
  readonly region: string
  readonly atMs: number
  readonly status: ResultStatus
  readonly cause: Cause | null
  readonly phase: Phase | null
  /** Why it is not up, for people. */
  readonly error: string | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly ip: string | null
  readonly timings: PhaseTimes
  readonly details: Readonly<Record<string, unknown>>
}

/** What 95 of 100 good checks of a region did not exceed in the days before, by phase. */
export interface UsualTimes extends PhaseTimes {
  readonly region: string
  /** How many checks that is made of. */
  readonly checks: number
}

/** The way to the target as it was when it led there. */
export interface GoodTrace {
  readonly region: string
  readonly atMs: number
  readonly hops: readonly { readonly hop: number; readonly ip: string | null }[]
}

/** What an agent of a region gathered. */
export interface Gathered {
  readonly region: string
  readonly role: DiagnosisRole
  readonly output: DiagnosisOutput
}

/** Another monitor of the workspace that is down at the same time. */
export interface Neighbour {
  readonly publicId: string
  readonly name: string
  readonly host: string
  /** Address its failing checks went to; null when none was reached for. */
  readonly ip: string | null
  /** The first broken layer as its own failing checks tell it, whatever its analysis made of that. */
  readonly cause: string
  readonly startedAtMs: number
  /** The failing monitor depends on it. */
  readonly isParent: boolean
}

/** How the agents of a region are themselves. */
export interface AgentState {
  readonly region: string
  /** What their self-test says; null while it passes. */
  readonly selfTestError: string | null
  /** They fail what others pass, and have no vote. */
  readonly isQuarantined: boolean
  /** Hosts of other monitors that fail from here, as they do for an agent that is not well, and pass from
   *  other regions. */
  readonly unrelatedHosts: readonly string[]
}

/** Everything a diagnosis is made of: what was found out, judged by nobody yet. */
export interface DiagnosisFacts {
  readonly monitor: {
    readonly publicId: string
    readonly type: MonitorType
    readonly url: string
    readonly host: string
    readonly port: number | null
    readonly timeoutMs: number
    /** Since when it checks what it checks now: its url, settings or time limit changed then. */
    readonly changedAtMs: number
    readonly createdAtMs: number
  }
  readonly outage: {
    readonly publicId: string
    readonly scope: 'global' | 'regional'
    readonly startedAtMs: number
    /** As the decision rule named them. */
    readonly cause: string
    readonly summary: string
    readonly regions: readonly string[]
  }
  /** The latest check of each region since the outage began. */
  readonly votes: readonly RegionCheck[]
  /** The check the outage began with; null when it is not kept any more. */
  readonly firstBad: RegionCheck | null
  /** The last good check of each region before. */
  readonly lastGood: readonly RegionCheck[]
  readonly usual: readonly UsualTimes[]
  readonly gathered: readonly Gathered[]
  readonly goodTraces: readonly GoodTrace[]
  readonly neighbours: readonly Neighbour[]
  readonly agents: readonly AgentState[]
  /** Whether a check ever passed, and whether one did since the monitor was changed. */
  readonly hasPassed: boolean
  readonly hasPassedSinceChange: boolean
}
