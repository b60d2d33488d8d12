import { headerText } from '../../../page/content-type.ts'
import type { Outcome, SecurityTest } from '../security-test.ts'
import { verdict } from '../security-test.ts'
import { BROAD_SOURCES } from './content-security-policy.ts'

const OUTCOMES = {
  'x-frame-options-implemented-via-csp': {
    passes: true,
    modifier: 5,
    description: 'The content security policy says who may show the page in a frame.',
  },
  'x-frame-options-sameorigin-or-deny': {
    passes: true,
    modifier: 5,
    description: 'No other site may show the page in a frame.',
  },
  'x-frame-options-allow-from-origin': {
    passes: true,
    modifier: 0,
    description: 'ALLOW-FROM is obsolete, and browsers ignore it: use frame-ancestors.',
  },
  'x-frame-options-not-implemented': {
    passes: false,
    modifier: -20,
    description: 'Any site may show the page in a frame and catch clicks on it.',
  },
  'x-frame-options-header-invalid': {
    passes: false,
    modifier: -20,
    description: 'X-Frame-Options is neither DENY nor SAMEORIGIN, and browsers ignore it.',
  },
} as const satisfies Record<string, Outcome>

/** Anybody can put up a page where one of these reaches. */
const isForAll = (ancestors: ReadonlySet<string>) =>
  [...ancestors].some((source) => BROAD_SOURCES.has(source))

function resultOfHeader(header: string | null): keyof typeof OUTCOMES {
  if (header === null || header === '') return 'x-frame-options-not-implemented'
  const words = new Set(header.split(',').map((word) => word.trim().toLowerCase()))
  const [word = ''] = words
  // The same value twice is that value; two values leave open which one is meant.
  if (words.size === 1 && (word === 'deny' || word === 'sameorigin')) {
    return 'x-frame-options-sameorigin-or-deny'
  }
  return word.startsWith('allow-from')
    ? 'x-frame-options-allow-from-origin'
    : 'x-frame-options-header-invalid'
}

/** Where a header's content security policy has frame-ancestors, browsers do not look at this header
 *  any more, even if it lets all in.
 *  Source: HTTP Observatory, test "x-frame-options"; HTML, "The X-Frame-Options header" */
export const testXFrameOptions: SecurityTest = ({ page, policies }) => {
  const ancestors = policies.ofHeaders.sources('frame-ancestors')
  const header = headerText(page.headers, 'x-frame-options')
  if (ancestors === null) return verdict(OUTCOMES, resultOfHeader(header), header)
  const result = isForAll(ancestors)
    ? 'x-frame-options-not-implemented'
    : 'x-frame-options-implemented-via-csp'
  return verdict(OUTCOMES, result, `frame-ancestors ${[...ancestors].join(' ')}`)
}
