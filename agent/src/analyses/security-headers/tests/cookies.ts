import type { SiteCookie } from '../cookies.ts'
import type { Outcome, SecurityTest, Subject } from '../security-test.ts'
import { verdict } from '../security-test.ts'
import { testStrictTransportSecurity } from './strict-transport-security.ts'

const OUTCOMES = {
  'cookies-secure-with-httponly-sessions-and-samesite': {
    passes: true,
    modifier: 5,
    description: 'All cookies are Secure and have SameSite; those of sessions are HttpOnly.',
  },
  'cookies-secure-with-httponly-sessions': {
    passes: true,
    modifier: 0,
    description: 'All cookies are Secure, and those of sessions HttpOnly; SameSite is missing.',
  },
  'cookies-not-found': { passes: true, modifier: 0, description: 'The page sets no cookies.' },
  'cookies-without-secure-flag-but-protected-by-hsts': {
    passes: false,
    modifier: -5,
    description: 'Cookies are not Secure; only HSTS keeps them off http.',
  },
  'cookies-without-secure-flag': {
    passes: false,
    modifier: -20,
    description: 'Cookies are not Secure, so that they are sent over http too.',
  },
  'cookies-session-without-secure-flag-but-protected-by-hsts': {
    passes: false,
    modifier: -10,
    description: "A session's cookie is not Secure; only HSTS keeps it off http.",
  },
  'cookies-samesite-flag-invalid': {
    passes: false,
    modifier: -20,
    description: 'SameSite is none of Strict, Lax and None, or is None without Secure.',
  },
  'cookies-anticsrf-without-samesite-flag': {
    passes: false,
    modifier: -20,
    description: 'A cookie against forged requests has no SameSite.',
  },
  'cookies-session-without-httponly-flag': {
    passes: false,
    modifier: -30,
    description: "Scripts can read a session's cookie, as it is not HttpOnly.",
  },
  'cookies-session-without-secure-flag': {
    passes: false,
    modifier: -40,
    description: "A session's cookie is not Secure, so that it is sent over http too.",
  },
} as const satisfies Record<string, Outcome>

type Result = keyof typeof OUTCOMES

/** Worst first. */
const BAD_RESULTS = [
  'cookies-session-without-secure-flag',
  'cookies-session-without-httponly-flag',
  'cookies-anticsrf-without-samesite-flag',
  'cookies-samesite-flag-invalid',
  'cookies-session-without-secure-flag-but-protected-by-hsts',
  'cookies-without-secure-flag',
  'cookies-without-secure-flag-but-protected-by-hsts',
] as const satisfies readonly Result[]

/** Cookies of load balancers that no site can set otherwise.
 *  Source: HTTP Observatory, test "cookies" */
const LEFT_OUT = new Set(['heroku-session-affinity'])

/** Whether a name is one that log-ins go by. */
export function isSessionCookie(name: string): boolean {
  return /login|sess/i.test(name)
}

/** What is wrong with one cookie. */
function problemsOf(cookie: SiteCookie, hasHsts: boolean): readonly Result[] {
  const isSession = isSessionCookie(cookie.name)
  const { isSecure, sameSite } = cookie
  const problems: Result[] = []
  if (cookie.hasUnknownSameSite || (sameSite === 'None' && !isSecure)) {
    problems.push('cookies-samesite-flag-invalid')
  }
  if (!isSecure) {
    const bare = isSession ? 'cookies-session-without-secure-flag' : 'cookies-without-secure-flag'
    problems.push(hasHsts ? `${bare}-but-protected-by-hsts` : bare)
  }
  if (/csrf/i.test(cookie.name) && sameSite === null) {
    problems.push('cookies-anticsrf-without-samesite-flag')
  }
  if (isSession && !cookie.isHttpOnly) problems.push('cookies-session-without-httponly-flag')
  return problems
}

function resultOf(cookies: readonly SiteCookie[], subject: Subject): Result {
  if (cookies.length === 0) return 'cookies-not-found'
  const hasHsts = testStrictTransportSecurity(subject).passes
  const problems = new Set(cookies.flatMap((cookie) => problemsOf(cookie, hasHsts)))
  const worst = BAD_RESULTS.find((result) => problems.has(result))
  if (worst !== undefined) return worst
  return cookies.every(({ sameSite }) => sameSite !== null)
    ? 'cookies-secure-with-httponly-sessions-and-samesite'
    : 'cookies-secure-with-httponly-sessions'
}

/** The worst of what is wrong with any cookie; the value names them all.
 *  Source: HTTP Observatory, test "cookies" */
export const testCookies: SecurityTest = (subject) => {
  const cookies = subject.cookies.filter(({ name }) => !LEFT_OUT.has(name))
  const value = cookies.length === 0 ? null : cookies.map(({ name }) => name).join(', ')
  return verdict(OUTCOMES, resultOf(cookies, subject), value)
}
