import type { AppliedKind } from '../applied-kinds.ts'
import type { Thing } from '../plan/plan-entries.ts'
import { CONTACT } from './contact.ts'
import { CRAWL_SCHEDULE } from './crawl-schedule.ts'
import type { Kind } from './kind.ts'
import { MAINTENANCE } from './maintenance.ts'
import { MONITOR } from './monitor.ts'
import { STATUS_PAGE } from './status-page.ts'
import { TEAM } from './team.ts'

const REGISTRY = {
  contact: CONTACT,
  team: TEAM,
  monitor: MONITOR,
  maintenance: MAINTENANCE,
  crawlSchedule: CRAWL_SCHEDULE,
  statusPage: STATUS_PAGE,
} as const satisfies Record<AppliedKind, unknown>

/** Every kind as whoever picks one by its word sees it: what is a kind's own is tied together by the word again. */
export const KINDS = REGISTRY as unknown as Readonly<Record<AppliedKind, Kind<Thing, unknown>>>
