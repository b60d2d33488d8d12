import { counted } from '@sightline/shared/counted'
import { listResources } from '../../../page/resources/list-resources.ts'
import { readPagePolicies } from '../../security-headers/csp/page-policies.ts'
import { readStrictTransport } from '../../security-headers/strict-transport.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged, judgedAll } from '../judgement.ts'

const ON_HTTP = doesNotApply('the page itself is served over HTTP')

const isHttp = (address: string): boolean => address.startsWith('http:')

/** Whether what passes between server and browser can be read, changed or misused. */
export const SECURITY_CHECKS = {
  httpsMissing: ({ isHttps, url }) =>
    judged(isHttps, url.protocol.slice(0, -1), 'Page is served over HTTP'),
  mixedContent({ isHttps, facts, page }) {
    if (!isHttps) return ON_HTTP
    if (readPagePolicies(page.headers, facts.metas).upgradesInsecure) {
      return doesNotApply('the Content-Security-Policy has all requests upgraded to HTTPS')
    }
    const addresses = listResources(facts).resources.map(({ url }) => url)
    return judgedAll(addresses, isHttp, {
      none: 'the page loads nothing',
      issue: (n) =>
        `${counted(n, 'resource is', 'resources are')} loaded over HTTP on an HTTPS page`,
      example: (address) => address,
    })
  },
  hstsMissing({ isHttps, header }) {
    if (!isHttps) return ON_HTTP
    const value = header('strict-transport-security')
    // Without a max-age, or with 0, browsers forget it.
    const { maxAgeSeconds } = readStrictTransport(value ?? '') ?? { maxAgeSeconds: 0 }
    return judged(maxAgeSeconds > 0, value, 'Strict-Transport-Security header is missing')
  },
  cspMissing({ facts, page }) {
    const { joined, text } = readPagePolicies(page.headers, facts.metas)
    return judged(joined !== null, text, 'Content-Security-Policy is missing')
  },
  contentTypeOptionsMissing({ header }) {
    const value = header('x-content-type-options')
    const isGood = value?.split(',')[0]?.trim().toLowerCase() === 'nosniff'
    return judged(isGood, value, 'X-Content-Type-Options header is missing')
  },
  insecureForm({ isHttps, facts }) {
    if (!isHttps) return ON_HTTP
    return judgedAll(facts.forms, ({ url }) => url !== null && isHttp(url), {
      none: 'the page has no forms',
      issue: (n) => `${counted(n, 'form submits', 'forms submit')} over HTTP`,
      example: ({ url }) => url ?? '',
    })
  },
  targetBlankNoopener: ({ links: { all } }) =>
    judgedAll(
      all.filter(({ anchor }) => anchor.target?.toLowerCase() === '_blank'),
      ({ anchor }) => anchor.rel.includes('opener'),
      {
        none: 'no link opens a new tab',
        issue: (n) => `${counted(n, 'target=_blank link')} with rel=opener`,
        example: ({ href }) => href,
      },
    ),
} as const satisfies Judges<'security'>
