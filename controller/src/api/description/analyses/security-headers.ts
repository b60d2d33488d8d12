import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { AnalysisWords } from './words.ts'

type Tests = AnalysisResult<'security-headers'>['tests']
type Test = Tests[keyof Tests]

const passed = (
  result: string,
  description: string,
  value: string | null = null,
  scoreModifier = 0,
): Test => ({ pass: true, result, scoreModifier, description, value })

const TESTS: Tests = {
  contentSecurityPolicy: passed(
    'csp-implemented-with-no-unsafe',
    'The policy allows neither inline code nor eval.',
    "default-src 'self'; frame-ancestors 'none'",
    5,
  ),
  cookies: passed(
    'cookies-secure-with-httponly-sessions-and-samesite',
    'All cookies are Secure and have SameSite; those of sessions are HttpOnly.',
    'session',
    5,
  ),
  cors: passed(
    'cross-origin-resource-sharing-not-implemented',
    'Scripts of other sites cannot read this page.',
  ),
  coep: passed('coep-not-implemented', 'Cross-Origin-Embedder-Policy is missing.'),
  coop: passed('coop-not-implemented', 'Cross-Origin-Opener-Policy is missing.'),
  corp: passed('corp-not-implemented', 'Cross-Origin-Resource-Policy is missing.'),
  redirection: passed(
    'redirection-to-https',
    'The http address leads to https on the same host at once.',
    'http://example.com/ -> https://example.com/',
  ),
  referrerPolicy: passed(
    'referrer-policy-not-implemented',
    'Referrer-Policy is missing; browsers go by strict-origin-when-cross-origin.',
  ),
  strictTransportSecurity: passed(
    'hsts-implemented-max-age-at-least-six-months',
    'Browsers stay with https for at least six months (15552000 seconds).',
    'max-age=31536000',
  ),
  subresourceIntegrity: passed(
    'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
    "All scripts come from the site itself, or stand in the page's own text.",
  ),
  xContentTypeOptions: {
    pass: false,
    result: 'x-content-type-options-not-implemented',
    scoreModifier: -5,
    description: 'X-Content-Type-Options is missing: browsers may guess types of files.',
    value: null,
  },
  xFrameOptions: passed(
    'x-frame-options-implemented-via-csp',
    'The content security policy says who may show the page in a frame.',
    "frame-ancestors 'none'",
    5,
  ),
}

export const SECURITY_HEADERS_WORDS: AnalysisWords<'security-headers'> = {
  summary: 'Grade the security headers of a page',
  description:
    'Twelve tests by the table of the HTTP Observatory (algorithm version 6): the score begins at 100 and takes the modifier of each result; bonuses count only where it is at least 90 without them. A+ from 100, A 90, A- 85, B+ 80, B 70, B- 65, C+ 60, C 50, C- 45, D+ 40, D 30, D- 25, else F. Policies of headers and meta tags are joined as browsers do it, so that the strictest counts. Whether a site is on the preload list of browsers is known of the Chrome of the agent, where it has a recent one; of whole top-level domains (such as .dev) always. Besides: mixed content, caching as a browser does it, compression, cookies and the certificate. A certificate that is not accepted is told, not refused.',
  told: {
    tests: TESTS,
    fetchedUrl: 'https://example.com/',
    headers: {
      present: [
        { name: 'strict-transport-security', value: 'max-age=31536000' },
        { name: 'content-security-policy', value: "default-src 'self'; frame-ancestors 'none'" },
      ],
    },
  },
}
