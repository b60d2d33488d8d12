import { headerText } from '../../../page/content-type.ts'
import type { Outcome, SecurityTest } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'corp-implemented-with-same-origin': {
    passes: true,
    modifier: 10,
    description: 'Only pages of the same origin may load this.',
  },
  'corp-implemented-with-same-site': {
    passes: true,
    modifier: 10,
    description: 'Only pages of the same site may load this.',
  },
  'corp-implemented-with-cross-origin': {
    passes: true,
    modifier: 0,
    description: 'Pages of any origin may load this (cross-origin).',
  },
  'corp-not-implemented': {
    passes: true,
    modifier: 0,
    description: 'Cross-Origin-Resource-Policy is missing.',
  },
  'corp-header-invalid': {
    passes: false,
    modifier: -5,
    description: 'Cross-Origin-Resource-Policy holds no value that browsers know.',
  },
} as const satisfies Record<string, Outcome>

function resultOf(header: string | null): keyof typeof OUTCOMES {
  if (header === null || header === '') return 'corp-not-implemented'
  switch (header.toLowerCase()) {
    case 'same-origin':
      return 'corp-implemented-with-same-origin'
    case 'same-site':
      return 'corp-implemented-with-same-site'
    case 'cross-origin':
      return 'corp-implemented-with-cross-origin'
    default:
      return 'corp-header-invalid'
  }
}

/** Source: HTTP Observatory, test "cross-origin-resource-policy"; Fetch, "Cross-Origin-Resource-Policy
 *  header" */
export const testCrossOriginResourcePolicy: SecurityTest = ({ page }) => {
  const header = headerText(page.headers, 'cross-origin-resource-policy')
  return verdict(OUTCOMES, resultOf(header), header)
}
