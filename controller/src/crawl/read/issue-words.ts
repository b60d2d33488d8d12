import type { AuditCheckDefinition } from '@sightline/shared/analyses/audit-checks/definition'
import { AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import { SITE_CHECKS } from '../site/checks/index.ts'
import type { SiteCheck } from '../site/site-check.ts'

/** What is said of an issue. */
export interface IssueWords {
  /** Whether pages have it by themselves, as their audits say, or only beside each other. */
  readonly source: 'page' | 'site'
  /** In few words. */
  readonly title: string
  /** Why it matters, and how it is mended. */
  readonly description: string
}

const ofSite: Readonly<Record<string, SiteCheck>> = SITE_CHECKS
const ofPages: Readonly<Record<string, AuditCheckDefinition>> = AUDIT_CHECKS

/** Of a check that another version of the audit made, only its id is known. */
export function issueWords(id: string): IssueWords {
  const site = ofSite[id]
  if (site !== undefined) return { source: 'site', title: site.title, description: site.advice }
  const { title = id, message = '', expected } = ofPages[id] ?? {}
  const wanted = expected === undefined ? '' : ` Wanted: ${expected}.`
  return { source: 'page', title, description: `${message}${wanted}` }
}
