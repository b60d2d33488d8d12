import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Headers } from '../../http/page.ts'
import { headerText } from '../../page/content-type.ts'
import type { Subject } from './security-test.ts'
import { shownHeader } from './shown-header.ts'

const EXPECTED = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
] as const

/** Others that are about security, where they are there. */
const SHOWN = [
  ...EXPECTED,
  'content-security-policy-report-only',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'clear-site-data',
  'origin-agent-cluster',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

/** Headers that name software, and mostly its version too. */
const LEAKING = [
  'server',
  'x-powered-by',
  'x-powered-by-plesk',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'x-php-version',
  'x-runtime',
  'x-version',
  'x-debug-token',
  'x-debug-token-link',
  'x-backend-server',
  'x-server',
  'x-server-name',
  'x-owa-version',
  'liferay-portal',
] as const

function present(headers: Headers, names: readonly string[]): { name: string; value: string }[] {
  return names.flatMap((name) => {
    const value = headerText(headers, name)
    return value === null ? [] : [{ name, value: shownHeader(value) }]
  })
}

/** A server's bare name tells little; its version does. */
function isLeak({ name, value }: { name: string; value: string }): boolean {
  return value !== '' && (name !== 'server' || /\d/.test(value))
}

/** Whether a page can do without a header. */
function isNeedless(name: (typeof EXPECTED)[number], { url, policies }: Subject): boolean {
  switch (name) {
    case 'strict-transport-security':
      return url.protocol !== 'https:'
    case 'content-security-policy':
      return policies.joined !== null
    case 'x-frame-options':
      return policies.ofHeaders.sources('frame-ancestors') !== null
    default:
      return false
  }
}

/** Which headers about security a page has, which it could have, and which say too much. */
export function overviewOf(subject: Subject): AnalysisResult<'security-headers'>['headers'] {
  const { headers } = subject.page
  const missing = EXPECTED.filter(
    (name) => headerText(headers, name) === null && !isNeedless(name, subject),
  )
  return {
    present: present(headers, SHOWN),
    missing,
    leaking: present(headers, LEAKING).filter(isLeak),
  }
}
