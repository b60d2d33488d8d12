import type { AuditSeverity } from '@sightline/shared/analyses/audit-checks/words'
import type { Site } from './site.ts'

/** What is told beside an item that has an issue: addresses, numbers and words by name. */
export type IssueDetail = Readonly<Record<string, unknown>>

/** An item, or an address, that has an issue. */
export interface Affected {
  readonly urlId: number
  /** Made only where it is kept: of a menu's broken link 50,000 would be made and a thousand kept. */
  readonly detail?: () => IssueDetail
}

/** What a check found. */
export interface SiteFinding {
  /** In the order of the crawl (or of the sitemaps, where it is about them), each address once. */
  readonly affected: readonly Affected[]
  /** How many it was looked for in. */
  readonly ofTotal: number
}

/** Something that only shows when all pages of a site are seen together. */
export interface SiteCheck {
  readonly severity: AuditSeverity
  /** As that of the audit's checks, 1 to 10. */
  readonly weight: number
  /** What it is, in few words. */
  readonly title: string
  /** Why it matters and how it is mended. */
  readonly advice: string
  /** null where it says nothing of this site. Takes time about linear in the site's size. */
  readonly find: (site: Site) => SiteFinding | null
}

/** Most things of one kind that a detail names. */
export const MAX_NAMED = 10
