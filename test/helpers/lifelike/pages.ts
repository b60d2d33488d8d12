/** What pages of a filled installation are about. */
export interface LifelikeIds {
  readonly monitorId: string
  readonly outageId: string
  readonly jobId: string
  /** An earlier crawl of the same site. */
  readonly olderJobId: string
  readonly statusPageId: string
}

/** In the address of the public status page. */
export const SLUG = 'alder-finch'

/** An address that is audited: what the analyses say of it is up to whoever answers for them. */
export const AUDITED = 'http://www.alderfinch.com/'

/** An audit of it that is kept. */
const KEPT_AUDIT = 'aud_kept'

/** Every page of the app with its tabs, by name. */
export const lifelikePages = ({
  monitorId,
  outageId,
  jobId,
  olderJobId,
  statusPageId,
}: LifelikeIds): Readonly<Record<string, string>> => ({
  'sign-in': '/sign-in',
  'forgot-password': '/sign-in?forgot=yes',
  overview: '/',
  welcome: '/welcome',
  monitors: '/monitors',
  'monitors-none': '/monitors?search=nothing-is-called-so',
  'monitor-new': '/monitors/new',
  monitor: `/monitors/${monitorId}`,
  'monitor-month': `/monitors/${monitorId}?period=30d`,
  'monitor-edit': `/monitors/${monitorId}/edit`,
  'monitor-unknown': '/monitors/mon_none',
  'no-such-page': '/nothing/at-all',
  outages: '/outages',
  'outages-beyond': '/outages?page=99',
  outage: `/outages/${outageId}`,
  'audit-begin': '/audit',
  audit: `/audit?url=${encodeURIComponent(AUDITED)}`,
  'audit-compare': `/audit?url=${encodeURIComponent(AUDITED)}&with=${encodeURIComponent(`${AUDITED}journal`)}`,
  'audit-kept': `/audit/${KEPT_AUDIT}?with=${KEPT_AUDIT}_before`,
  crawls: '/crawls',
  'crawl-issues': `/crawls/${jobId}`,
  'crawl-pages': `/crawls/${jobId}?tab=pages`,
  'crawl-structure': `/crawls/${jobId}?tab=structure`,
  'crawl-picture': `/crawls/${jobId}?tab=graph`,
  'crawl-compare': `/crawls/${jobId}?tab=compare&with=${olderJobId}`,
  'crawl-page': `/crawls/${jobId}/page?url=${encodeURIComponent('https://www.alderfinch.com/help')}`,
  maintenance: '/maintenance',
  contacts: '/alerting',
  teams: '/alerting?tab=teams',
  'alert-history': '/alerting?tab=history',
  agents: '/agents',
  account: '/settings/account',
  appearance: '/settings/appearance',
  keys: '/settings/keys',
  people: '/settings/people',
  'status-pages': '/settings/status-pages',
  'status-page-edit': `/settings/status-pages?page=${statusPageId}`,
  'status-page': `/status/${SLUG}`,
  import: '/settings/import',
  apply: '/settings/apply',
  changes: '/settings/changes',
  usage: '/settings/usage',
})
