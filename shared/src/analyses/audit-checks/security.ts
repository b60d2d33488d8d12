import type { AuditCheckDefinition } from './definition.ts'

/** Whether what passes between server and browser can be read, changed or misused. */
export const SECURITY_CHECKS = {
  httpsMissing: {
    title: 'Pages without https',
    severity: 'critical',
    category: 'security',
    weight: 8,
    isForAnyType: true,
    message:
      'Over HTTP everybody on the way can read and change the page, and browsers warn of it.',
  },
  mixedContent: {
    title: 'Pages that load something over http',
    severity: 'error',
    category: 'security',
    weight: 5,
    message: 'Browsers block or flag what an HTTPS page loads over HTTP.',
  },
  hstsMissing: {
    title: 'Pages without Strict-Transport-Security',
    severity: 'warning',
    category: 'security',
    weight: 2,
    isForAnyType: true,
    expected: 'Strict-Transport-Security with a max-age above 0',
    message: 'With HSTS browsers never ask over HTTP again.',
  },
  cspMissing: {
    title: 'Pages without a Content-Security-Policy',
    severity: 'info',
    category: 'security',
    weight: 1,
    message: 'A Content-Security-Policy, as header or meta tag, limits what injected code can do.',
  },
  contentTypeOptionsMissing: {
    title: 'Pages without X-Content-Type-Options',
    severity: 'warning',
    category: 'security',
    weight: 1,
    isForAnyType: true,
    expected: 'nosniff',
    message: 'With nosniff browsers do not run as script what is sent as something else.',
  },
  insecureForm: {
    title: 'Pages whose forms send over http',
    severity: 'error',
    category: 'security',
    weight: 3,
    message: 'What people fill in is sent readable for everybody on the way.',
  },
  targetBlankNoopener: {
    title: 'Pages that new tabs can send elsewhere',
    severity: 'info',
    category: 'security',
    weight: 1,
    message: 'With rel=opener the page in the new tab can send this one elsewhere.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
