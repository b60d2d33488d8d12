import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { SecurityTestName } from '@sightline/shared/analyses/security-headers'
import { SECURITY_TEST_NAMES } from '@sightline/shared/analyses/security-headers'
import type { Artifacts } from '../gather/artifacts.ts'
import { headerText } from '../page/content-type.ts'
import { printable } from '../outcome/printable.ts'
import type { Analysis } from './analysis.ts'
import { judgeCache } from './security-headers/cache.ts'
import { describePageCertificate } from './security-headers/certificate.ts'
import { judgeCompression } from './security-headers/compression.ts'
import { readCookies } from './security-headers/cookies.ts'
import { readPagePolicies } from './security-headers/csp/page-policies.ts'
import { gradeOf, scoreOf } from './security-headers/grade.ts'
import { overviewOf } from './security-headers/header-overview.ts'
import { findMixedContent } from './security-headers/mixed-content.ts'
import { isPreloaded } from './security-headers/preloaded.ts'
import type { Subject, Verdict } from './security-headers/security-test.ts'
import { shownHeader } from './security-headers/shown-header.ts'
import { isSessionCookie } from './security-headers/tests/cookies.ts'
import { SECURITY_TESTS } from './security-headers/tests/index.ts'
import { redirectsFromHttp } from './security-headers/tests/redirection.ts'

type Result = AnalysisResult<'security-headers'>
type Needs = 'page' | 'facts' | 'plainHttp' | 'crossOrigin' | 'preloadedHosts'

const MAX_COOKIE_NAME = 200

function subjectOf(artifacts: Pick<Artifacts, Needs>, nowMs: number): Subject {
  const { page, facts } = artifacts
  return {
    ...artifacts,
    url: new URL(page.url),
    policies: readPagePolicies(page.headers, facts.metas),
    cookies: readCookies(page, nowMs),
  }
}

function shownTest({ passes, result, modifier, description, value }: Verdict) {
  return { pass: passes, result, scoreModifier: modifier, description, value: shownHeader(value) }
}

function shownCookies({ cookies }: Subject): Result['cookies'] {
  return cookies.map(({ name, isSecure, isHttpOnly, sameSite, problem }) => ({
    name: printable(name, MAX_COOKIE_NAME),
    secure: isSecure,
    httpOnly: isHttpOnly,
    sameSite,
    session: isSessionCookie(name),
    problem,
  }))
}

/** Judges a page's security headers by the twelve tests of the HTTP Observatory, and tells what else
 *  there is to say about them.
 *  @param nowMs for how long the certificate is still good, and which cookies are over */
export function judgeSecurityHeaders(artifacts: Pick<Artifacts, Needs>, nowMs: number): Result {
  const subject = subjectOf(artifacts, nowMs)
  const { page, facts, policies } = subject
  const verdicts = SECURITY_TEST_NAMES.map((name) => [name, SECURITY_TESTS[name](subject)] as const)
  const score = scoreOf(verdicts.map(([, { modifier }]) => modifier))
  const passed = verdicts.filter(([, { passes }]) => passes).length
  const tests = verdicts.map(([name, verdict]) => [name, shownTest(verdict)] as const)
  return {
    url: page.askedUrl,
    fetchedUrl: page.url,
    statusCode: page.statusCode,
    grade: gradeOf(score),
    score,
    summary: { passed, failed: verdicts.length - passed },
    tests: Object.fromEntries(tests) as Record<SecurityTestName, Result['tests'][SecurityTestName]>,
    headers: overviewOf(subject),
    permissionsPolicy: shownHeader(headerText(page.headers, 'permissions-policy')),
    https: {
      enabled: subject.url.protocol === 'https:',
      redirectsFromHttp: redirectsFromHttp(subject),
      preloaded: isPreloaded(subject.url.hostname, subject.preloadedHosts),
      tlsVersion: page.tls?.protocol ?? null,
      certificate: describePageCertificate(page.tls, nowMs),
    },
    mixedContent: findMixedContent(facts, policies),
    cache: judgeCache(page),
    compression: judgeCompression(page),
    cookies: shownCookies(subject),
  }
}

/** Source: design of the analyses, "security-headers" */
export const securityHeadersAnalysis: Analysis<'security-headers', Needs> = {
  needs: ['page', 'facts', 'plainHttp', 'crossOrigin', 'preloadedHosts'],
  analyse: (artifacts) => judgeSecurityHeaders(artifacts, Date.now()),
}
