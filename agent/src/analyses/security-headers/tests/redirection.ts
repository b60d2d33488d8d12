import type { Page } from '../../../http/page.ts'
import { isPreloaded } from '../preloaded.ts'
import type { Outcome, SecurityTest, Subject } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'redirection-all-redirects-preloaded': {
    passes: true,
    modifier: 0,
    description: 'Browsers ask for all hosts on the way over https alone.',
  },
  'redirection-to-https': {
    passes: true,
    modifier: 0,
    description: 'The http address leads to https on the same host at once.',
  },
  'redirection-not-needed-no-http': {
    passes: true,
    modifier: 0,
    description: "Nothing answers over http, or no http address goes with the page's port.",
  },
  'redirection-off-host-from-http': {
    passes: false,
    modifier: -5,
    description: 'The http address leads to another host first, so this one gets no HSTS.',
  },
  'redirection-not-to-https-on-initial-redirection': {
    passes: false,
    modifier: -10,
    description: 'The http address leads to another http address before it leads to https.',
  },
  'redirection-not-to-https': {
    passes: false,
    modifier: -20,
    description: 'The http address leads on, but ends without https.',
  },
  'redirection-missing': {
    passes: false,
    modifier: -20,
    description: 'The site answers over http and does not lead to https.',
  },
  'redirection-invalid-cert': {
    passes: false,
    modifier: -20,
    description: 'The http address leads to https with a certificate that is not good.',
  },
} as const satisfies Record<string, Outcome>

/** The addresses from the http address of a site on. */
interface Route {
  readonly urls: readonly URL[]
  readonly hasBadCertificate: boolean
}

const parsed = (urls: readonly string[]) => urls.flatMap((url) => URL.parse(url) ?? [])

function routeOfPage({ hops, url, tls }: Page): Route {
  return {
    urls: parsed([...hops.map((hop) => hop.url), url]),
    hasBadCertificate: tls !== null && tls.problem !== null,
  }
}

/** null where nothing answers over http. */
function routeOf({ page, url, plainHttp }: Subject): Route | null {
  const { trail, certificateProblem } = plainHttp
  if (trail !== null) {
    const isSilent = trail.steps.length <= 1 && trail.failure !== null
    const urls = parsed(trail.steps.map((step) => step.url))
    return isSilent ? null : { urls, hasBadCertificate: certificateProblem !== null }
  }
  const route = routeOfPage(page)
  const isOverHttp = route.urls[0]?.protocol === 'http:' || url.protocol === 'http:'
  return isOverHttp ? route : null
}

function resultOf(
  route: Route | null,
  preloadedHosts: readonly string[] | null,
): keyof typeof OUTCOMES {
  if (route === null) return 'redirection-not-needed-no-http'
  const [first, second] = route.urls
  if (route.hasBadCertificate) return 'redirection-invalid-cert'
  if (route.urls.every(({ hostname }) => isPreloaded(hostname, preloadedHosts) === true)) {
    return 'redirection-all-redirects-preloaded'
  }
  if (second === undefined) return 'redirection-missing'
  if (route.urls.at(-1)?.protocol !== 'https:') return 'redirection-not-to-https'
  if (second.protocol === 'http:') return 'redirection-not-to-https-on-initial-redirection'
  return first?.hostname === second.hostname
    ? 'redirection-to-https'
    : 'redirection-off-host-from-http'
}

/** Where the http address of the site leads; the value is the whole way.
 *  Source: HTTP Observatory, test "redirection" */
export const testRedirection: SecurityTest = (subject) => {
  const route = routeOf(subject)
  return verdict(
    OUTCOMES,
    resultOf(route, subject.preloadedHosts),
    route?.urls.map(({ href }) => href).join(' -> ') ?? null,
  )
}

/** Whether the http address of a site leads to https in the end; null where nothing answers there. */
export function redirectsFromHttp(subject: Subject): boolean | null {
  const route = routeOf(subject)
  return route === null ? null : route.urls.at(-1)?.protocol === 'https:'
}
