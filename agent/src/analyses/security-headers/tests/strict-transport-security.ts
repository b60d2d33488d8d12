import { headerText } from '../../../page/content-type.ts'
import { isPreloaded } from '../preloaded.ts'
import type { Outcome, SecurityTest, Subject } from '../security-test.ts'
import { verdict } from '../security-test.ts'
import { readStrictTransport } from '../strict-transport.ts'

const OUTCOMES = {
  'hsts-preloaded': {
    passes: true,
    modifier: 5,
    description:
      'The host, or a domain above it, is on the list of those that browsers ask for over https alone.',
  },
  'hsts-implemented-max-age-at-least-six-months': {
    passes: true,
    modifier: 0,
    description: 'Browsers stay with https for at least six months (15552000 seconds).',
  },
  'hsts-implemented-max-age-less-than-six-months': {
    passes: false,
    modifier: -10,
    description: 'Browsers stay with https for less than six months (15552000 seconds).',
  },
  'hsts-not-implemented': {
    passes: false,
    modifier: -20,
    description: 'Strict-Transport-Security is missing: a first visit over http can be redirected.',
  },
  'hsts-header-invalid': {
    passes: false,
    modifier: -20,
    description: 'Strict-Transport-Security cannot be read, and browsers ignore it.',
  },
  'hsts-not-implemented-no-https': {
    passes: false,
    modifier: -20,
    description: 'The page comes over http, where Strict-Transport-Security means nothing.',
  },
  'hsts-invalid-cert': {
    passes: false,
    modifier: -20,
    description: 'The certificate is not good, so browsers ignore Strict-Transport-Security.',
  },
} as const satisfies Record<string, Outcome>

/** Half a year as the Observatory counts it: 180 days, which many sites send. */
const SIX_MONTHS_SECONDS = 15_552_000

function resultOf(
  { page, url, preloadedHosts }: Subject,
  header: string | null,
): keyof typeof OUTCOMES {
  if (isPreloaded(url.hostname, preloadedHosts) === true) return 'hsts-preloaded'
  if (url.protocol !== 'https:') return 'hsts-not-implemented-no-https'
  if (page.tls !== null && page.tls.problem !== null) return 'hsts-invalid-cert'
  if (header === null) return 'hsts-not-implemented'
  const sent = readStrictTransport(header)
  if (sent === null) return 'hsts-header-invalid'
  return sent.maxAgeSeconds < SIX_MONTHS_SECONDS
    ? 'hsts-implemented-max-age-less-than-six-months'
    : 'hsts-implemented-max-age-at-least-six-months'
}

/** Source: HTTP Observatory, test "strict-transport-security"; RFC 6797 */
export const testStrictTransportSecurity: SecurityTest = (subject) => {
  const header = headerText(subject.page.headers, 'strict-transport-security')
  return verdict(OUTCOMES, resultOf(subject, header), header)
}
