import type { JoinedPolicy } from '../csp/joined-policy.ts'
import type { SourceList } from '../csp/source-list.ts'
import type { Outcome, SecurityTest, Subject } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'csp-implemented-with-no-unsafe-default-src-none': {
    passes: true,
    modifier: 10,
    description: "The policy forbids everything that it does not name (default-src 'none').",
  },
  'csp-implemented-with-no-unsafe': {
    passes: true,
    modifier: 5,
    description: 'The policy allows neither inline code nor eval.',
  },
  'csp-implemented-with-unsafe-inline-in-style-src-only': {
    passes: true,
    modifier: 0,
    description:
      'The policy is strict for scripts, but allows inline styles or styles from anywhere.',
  },
  'csp-implemented-but-duplicate-directives': {
    passes: true,
    modifier: 0,
    description: 'The policy is good, but names where to report to more than once.',
  },
  'csp-implemented-with-insecure-scheme-in-passive-content-only': {
    passes: true,
    modifier: -10,
    description: 'The policy of this https page lets images or media come over http.',
  },
  'csp-implemented-with-unsafe-eval': {
    passes: false,
    modifier: -10,
    description: "The policy allows code to be made from text ('unsafe-eval').",
  },
  'csp-implemented-with-unsafe-inline': {
    passes: false,
    modifier: -20,
    description:
      "The policy does not stop injected code: it allows inline scripts ('unsafe-inline' or data:), or scripts or plug-ins from anywhere.",
  },
  'csp-implemented-with-insecure-scheme': {
    passes: false,
    modifier: -20,
    description: 'The policy of this https page lets code come over http.',
  },
  'csp-header-invalid': {
    passes: false,
    modifier: -25,
    description:
      "The policy cannot be meant as it stands: it is empty, has a directive twice, or 'strict-dynamic' without a nonce or hash.",
  },
  'csp-not-implemented-but-reporting-enabled': {
    passes: false,
    modifier: -25,
    description: 'There is a policy that only reports (Content-Security-Policy-Report-Only).',
  },
  'csp-not-implemented': {
    passes: false,
    modifier: -25,
    description: 'There is no Content-Security-Policy.',
  },
} as const satisfies Record<string, Outcome>

type Result = keyof typeof OUTCOMES

/** Expressions that let in what anybody can put up. */
export const BROAD_SOURCES: ReadonlySet<string> = new Set([
  '*',
  'ftp:',
  'http:',
  'https:',
  'http://*',
  'https://*',
  'http://*.*',
  'https://*.*',
])

const SCRIPT_DIRECTIVES = ['script-src', 'script-src-elem', 'script-src-attr']
const STYLE_DIRECTIVES = ['style-src', 'style-src-elem', 'style-src-attr']
const PASSIVE_DIRECTIVES = ['img-src', 'media-src']

const EVERYTHING: ReadonlySet<string> = new Set(['*'])
const orEverything = (list: SourceList) => [...(list ?? EVERYTHING)]

const isBroad = (source: string) => BROAD_SOURCES.has(source)
const isInline = (source: string) => source === "'unsafe-inline'" || source === 'data:'
const isInsecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:')

/** What may come under the first directive, and under those of the others that are named. */
function sourcesOf(policy: JoinedPolicy, [first = '', ...others]: readonly string[]): string[] {
  const named = others.filter((name) => policy.named.includes(name))
  return [first, ...named].flatMap((name) => orEverything(policy.sources(name)))
}

/** The first of these that a policy has is its result, worst first. */
function judgePolicy(policy: JoinedPolicy, isHttps: boolean): Result {
  const scripts = sourcesOf(policy, SCRIPT_DIRECTIVES)
  const styles = sourcesOf(policy, STYLE_DIRECTIVES)
  const objects = orEverything(policy.sources('object-src'))
  const active = policy.named
    .filter((name) => !PASSIVE_DIRECTIVES.includes(name))
    .flatMap((name) => orEverything(policy.sources(name)))
  const passive = PASSIVE_DIRECTIVES.flatMap((name) => [...(policy.sources(name) ?? [])])
  const fallback = policy.sources('default-src')

  if (scripts.some((each) => isBroad(each) || isInline(each)) || objects.some(isBroad)) {
    return 'csp-implemented-with-unsafe-inline'
  }
  if (isHttps && active.some(isInsecure)) return 'csp-implemented-with-insecure-scheme'
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval'
  if (isHttps && passive.some(isInsecure)) {
    return 'csp-implemented-with-insecure-scheme-in-passive-content-only'
  }
  if (styles.some((each) => isBroad(each) || isInline(each))) {
    return 'csp-implemented-with-unsafe-inline-in-style-src-only'
  }
  return fallback?.has("'none'") === true
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe'
}

function resultOf({ policies, url }: Subject): Result {
  if (policies.isInvalid) return 'csp-header-invalid'
  if (policies.joined === null) {
    return policies.isReportOnly
      ? 'csp-not-implemented-but-reporting-enabled'
      : 'csp-not-implemented'
  }
  const result = judgePolicy(policies.joined, url.protocol === 'https:')
  return policies.hasDuplicateReporting && OUTCOMES[result].passes
    ? 'csp-implemented-but-duplicate-directives'
    : result
}

/** Headers and meta tags together, as each of them restricts the page.
 *  Source: HTTP Observatory, test "content-security-policy" */
export const testContentSecurityPolicy: SecurityTest = (subject) =>
  verdict(OUTCOMES, resultOf(subject), subject.policies.text)
