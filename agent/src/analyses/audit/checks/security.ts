import type { Judge } from '../judge.ts'
import { doesNotApply, judged, judgedAll } from '../judgement.ts'
import { loadedAddresses } from '../loaded-addresses.ts'
import type { AuditSubject } from '../subject.ts'

const ON_HTTP = doesNotApply('the page itself is served over HTTP')

const isHttp = (address: string): boolean => address.startsWith('http:')

/** Whether browsers are told to stay with HTTPS. Source: RFC 6797, section 6.1.1 */
const holdsHttps = (value: string): boolean => /max-age\s{0,9}=\s{0,9}"?0{0,20}[1-9]/i.test(value)

const UPGRADES = /\bupgrade-insecure-requests\b/i

/** Policies in force: the header's, and those of meta tags in the head. */
function policiesOf({ facts, header }: AuditSubject): readonly string[] {
  const inMetas = facts.metas.filter(
    ({ httpEquiv, isInHead }) =>
      isInHead && httpEquiv?.trim().toLowerCase() === 'content-security-policy',
  )
  const texts = [header('content-security-policy'), ...inMetas.map(({ content }) => content)]
  return texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')
}

/** Whether what passes between server and browser can be read, changed or misused. */
export const SECURITY_CHECKS = {
  httpsMissing: ({ isHttps, url }) => judged(isHttps, url.protocol, 'Page is served over HTTP'),
  mixedContent(subject) {
    if (!subject.isHttps) return ON_HTTP
    if (policiesOf(subject).some((policy) => UPGRADES.test(policy))) {
      return doesNotApply('the Content-Security-Policy has all requests upgraded to HTTPS')
    }
    return judgedAll(loadedAddresses(subject.facts), isHttp, {
      none: 'the page loads nothing',
      issue: (n) => `${n} resources are loaded over HTTP on an HTTPS page`,
      example: (address) => address,
    })
  },
  hstsMissing({ isHttps, header }) {
    if (!isHttps) return ON_HTTP
    const value = header('strict-transport-security')
    const isGood = value !== null && holdsHttps(value)
    return judged(isGood, value, 'Strict-Transport-Security header is missing')
  },
  cspMissing(subject) {
    const [policy = null] = policiesOf(subject)
    return judged(policy !== null, policy, 'Content-Security-Policy is missing')
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
      issue: (n) => `${n} forms submit over HTTP`,
      example: ({ url }) => url ?? '',
    })
  },
} as const satisfies Record<string, Judge>
