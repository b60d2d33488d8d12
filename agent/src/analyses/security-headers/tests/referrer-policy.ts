import { headerText } from '../../../page/content-type.ts'
import type { Outcome, SecurityTest } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'referrer-policy-private': {
    passes: true,
    modifier: 5,
    description: 'Other sites learn at most which site a visitor comes from.',
  },
  'referrer-policy-not-implemented': {
    passes: true,
    modifier: 0,
    description: 'Referrer-Policy is missing; browsers go by strict-origin-when-cross-origin.',
  },
  'referrer-policy-unsafe': {
    passes: false,
    modifier: -5,
    description: 'The policy tells others more of addresses than it should, or over plain http.',
  },
  'referrer-policy-header-invalid': {
    passes: false,
    modifier: -5,
    description: 'Referrer-Policy holds no value that browsers know.',
  },
} as const satisfies Record<string, Outcome>

const PRIVATE = new Set([
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
])
const UNSAFE = new Set([
  'no-referrer-when-downgrade',
  'origin',
  'origin-when-cross-origin',
  'unsafe-url',
])

function resultOf(value: string | null): keyof typeof OUTCOMES {
  if (value === null) return 'referrer-policy-not-implemented'
  const last = value
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .findLast((word) => PRIVATE.has(word) || UNSAFE.has(word))
  if (last === undefined) return 'referrer-policy-header-invalid'
  return PRIVATE.has(last) ? 'referrer-policy-private' : 'referrer-policy-unsafe'
}

/** The last known value wins, and that of a meta tag over the header.
 *  Source: HTTP Observatory, test "referrer-policy"; Referrer Policy, section 8.1; HTML, "Standard
 *  metadata names" */
export const testReferrerPolicy: SecurityTest = ({ page, facts }) => {
  const header = headerText(page.headers, 'referrer-policy')
  const metas = facts.metas
    .filter(({ name }) => name?.trim().toLowerCase() === 'referrer')
    .flatMap(({ content }) => (content === null ? [] : [content.slice(0, 256)]))
  const values = [...(header === null ? [] : [header]), ...metas]
  const value = values.length === 0 ? null : values.join(', ')
  return verdict(OUTCOMES, resultOf(value), value)
}
