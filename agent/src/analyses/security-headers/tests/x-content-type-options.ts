import { headerText } from '../../../page/content-type.ts'
import type { Outcome, SecurityTest } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'x-content-type-options-nosniff': {
    passes: true,
    modifier: 0,
    description: 'Browsers take files for what the server says they are.',
  },
  'x-content-type-options-not-implemented': {
    passes: false,
    modifier: -5,
    description: 'X-Content-Type-Options is missing: browsers may guess types of files.',
  },
  'x-content-type-options-header-invalid': {
    passes: false,
    modifier: -5,
    description: 'X-Content-Type-Options is not "nosniff", the only value it can have.',
  },
} as const satisfies Record<string, Outcome>

function resultOf(header: string | null): keyof typeof OUTCOMES {
  if (header === null || header === '') return 'x-content-type-options-not-implemented'
  return header.split(',', 1)[0]?.trim().toLowerCase() === 'nosniff'
    ? 'x-content-type-options-nosniff'
    : 'x-content-type-options-header-invalid'
}

/** Of several values the first counts.
 *  Source: HTTP Observatory, test "x-content-type-options"; Fetch, "determine nosniff" */
export const testXContentTypeOptions: SecurityTest = ({ page }) => {
  const header = headerText(page.headers, 'x-content-type-options')
  return verdict(OUTCOMES, resultOf(header), header)
}
