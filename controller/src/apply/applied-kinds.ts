/** Kinds of things that files declare, in the order in which they may refer to each other. */
export const APPLIED_KINDS = [
  'contact',
  'team',
  'monitor',
  'maintenance',
  'crawlSchedule',
  'statusPage',
] as const
export type AppliedKind = (typeof APPLIED_KINDS)[number]

/** The list of a document that holds each, as exports call it. */
export const LIST_OF = {
  contact: 'contacts',
  team: 'teams',
  monitor: 'monitors',
  maintenance: 'maintenance',
  crawlSchedule: 'crawlSchedules',
  statusPage: 'statusPages',
} as const satisfies Record<AppliedKind, string>

/** How people call one of each. */
export const KIND_WORDS: Readonly<Record<AppliedKind, string>> = {
  contact: 'alert contact',
  team: 'alert team',
  monitor: 'monitor',
  maintenance: 'maintenance window',
  crawlSchedule: 'crawl schedule',
  statusPage: 'status page',
}
