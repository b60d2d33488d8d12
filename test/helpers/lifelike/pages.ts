/** What pages of a filled installation are about. */
export interface LifelikeIds {
  readonly monitorId: string
  readonly outageId: string
  readonly jobId: string
  /** An earlier crawl of the same site. */
  readonly olderJobId: string
}

/** An address that is audited: what the analyses say of it is up to whoever answers for them. */
const AUDITED = 'https://www.alderfinch.com/'

/** Every page of the app with its tabs, by name. */
export const lifelikePages = ({
  monitorId,
  outageId,
  jobId,
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
  outages: '/outages',
  outage: `/outages/${outageId}`,
  'audit-begin': '/audit',
  audit: `/audit?url=${encodeURIComponent(AUDITED)}`,
  crawls: '/crawls',
  'crawl-issues': `/crawls/${jobId}`,
  'crawl-pages': `/crawls/${jobId}?tab=pages`,
  'crawl-structure': `/crawls/${jobId}?tab=structure`,
  maintenance: '/maintenance',
  contacts: '/alerting',
  teams: '/alerting?tab=teams',
  'alert-history': '/alerting?tab=history',
  agents: '/agents',
  account: '/settings/account',
  appearance: '/settings/appearance',
  keys: '/settings/keys',
  people: '/settings/people',
  import: '/settings/import',
  usage: '/settings/usage',
})
