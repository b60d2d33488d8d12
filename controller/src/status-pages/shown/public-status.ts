import type { ComponentState, OverallState } from './component-state.ts'
import type { ShownDay } from './days.ts'

/** A part of a service, as the public reads of it. */
export interface ShownComponent {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly group: string | null
  readonly state: ComponentState
  readonly since: Date
  /** Percent; null where nothing counts yet. */
  readonly uptime30d: number | null
  readonly uptime90d: number | null
  /** The last 90, today the last. */
  readonly days: readonly ShownDay[]
  /** Average of the last 24 hours, ms; null where the page does not show it, or nothing is known. */
  readonly responseMs: number | null
}

/** What somebody wrote for everybody. */
export interface ShownNote {
  readonly id: string
  readonly at: Date
  readonly text: string
}

/** An outage in the words of a status page. */
export interface ShownOutage {
  readonly id: string
  /** Name of the component. */
  readonly component: string
  readonly startedAt: Date
  /** null: it goes on. */
  readonly endedAt: Date | null
  /** The latest first. */
  readonly notes: readonly ShownNote[]
}

/** Work that is planned, or under way. */
export interface ShownMaintenance {
  readonly id: string
  readonly from: Date
  readonly to: Date
  /** Of its window, which may have more occurrences. */
  readonly windowId: string
  readonly repeats: boolean
  readonly isUnderWay: boolean
  /** Since when it is told as it is: since somebody planned it so, or it came near enough. */
  readonly toldSince: Date
  readonly description: string
  /** Names of the components that it touches. */
  readonly components: readonly string[]
}

/** All that a status page tells. */
export interface PublicStatus {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly homeUrl: string | null
  readonly timezone: string
  readonly color: string | null
  /** Digest of the logo; null: there is none. */
  readonly logo: string | null
  readonly at: Date
  readonly state: OverallState
  readonly components: readonly ShownComponent[]
  /** That go on first, then the latest. */
  readonly outages: readonly ShownOutage[]
  /** In the order they begin. */
  readonly maintenance: readonly ShownMaintenance[]
}
