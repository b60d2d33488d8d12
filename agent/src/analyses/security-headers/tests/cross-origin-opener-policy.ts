import { headerText } from '../../../page/content-type.ts'
import type { Outcome, SecurityTest } from '../security-test.ts'
import { verdict } from '../security-test.ts'
import { readStructuredToken } from '../structured-token.ts'

const OUTCOMES = {
  'coop-implemented-with-same-origin': {
    passes: true,
    modifier: 10,
    description: 'Pages of other origins that open this one have no hold on it.',
  },
  'coop-implemented-with-same-origin-allow-popups': {
    passes: true,
    modifier: 10,
    description:
      'Pages of other origins have no hold on this one, but for pop-ups it opens itself.',
  },
  'coop-implemented-with-noopener-allow-popups': {
    passes: true,
    modifier: 10,
    description: 'No page that opens this one has a hold on it, not even of the same origin.',
  },
  'coop-implemented-with-unsafe-none': {
    passes: true,
    modifier: 0,
    description: 'Pages that open this one keep a hold on it (unsafe-none).',
  },
  'coop-not-implemented': {
    passes: true,
    modifier: 0,
    description: 'Cross-Origin-Opener-Policy is missing.',
  },
  'coop-header-invalid': {
    passes: false,
    modifier: -5,
    description: 'Cross-Origin-Opener-Policy holds no value that browsers know.',
  },
} as const satisfies Record<string, Outcome>

function resultOf(header: string | null): keyof typeof OUTCOMES {
  if (header === null || header === '') return 'coop-not-implemented'
  switch (readStructuredToken(header)) {
    case 'same-origin':
      return 'coop-implemented-with-same-origin'
    case 'same-origin-allow-popups':
      return 'coop-implemented-with-same-origin-allow-popups'
    case 'noopener-allow-popups':
      return 'coop-implemented-with-noopener-allow-popups'
    case 'unsafe-none':
      return 'coop-implemented-with-unsafe-none'
    default:
      return 'coop-header-invalid'
  }
}

/** Source: HTTP Observatory, test "cross-origin-opener-policy"; HTML, "Cross-origin opener policies" */
export const testCrossOriginOpenerPolicy: SecurityTest = ({ page }) => {
  const header = headerText(page.headers, 'cross-origin-opener-policy')
  return verdict(OUTCOMES, resultOf(header), header)
}
