import type { Artifacts } from '../../../../../agent/src/gather/artifacts.ts'
import { judgeSecurityHeaders } from '../../../../../agent/src/analyses/security-headers.ts'
import type { Page } from '../../../../../agent/src/http/page.ts'
import { readPageFacts } from '../../../../../agent/src/page/read-page-facts.ts'
import type { PageOptions } from '../../../../helpers/analysis-page.ts'
import { pageOf } from '../../../../helpers/analysis-page.ts'

/** When all of it takes place. */
const NOW_MS = Date.parse('2026-11-22T00:00:00Z')

export const GOOD_TLS: NonNullable<Page['tls']> = {
  issuer: 'Example CA',
  subject: 'example.com',
  expiresAt: '2026-12-02T12:00:00.000Z',
  protocol: 'TLSv1.3',
  alpn: 'h2',
  problem: null,
  names: ['example.com'],
}

type Beside = Partial<Pick<Artifacts, 'plainHttp' | 'crossOrigin' | 'preloadedHosts'>>

/** The whole result for a page. */
export function judge(options: PageOptions = {}, html = '<title>x</title>', beside: Beside = {}) {
  const page = pageOf(html, { tls: GOOD_TLS, ...options })
  const artifacts = {
    page,
    facts: readPageFacts(page),
    plainHttp: { trail: null, certificateProblem: null },
    crossOrigin: { origin: 'https://other.test', allowOrigin: null, allowCredentials: null },
    preloadedHosts: null,
    ...beside,
  }
  return judgeSecurityHeaders(artifacts, NOW_MS)
}

/** Of a page whose only headers these are. */
export function judgeHeaders(headers: PageOptions['headers'], html?: string) {
  return judge(headers === undefined ? {} : { headers }, html)
}
