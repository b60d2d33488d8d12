import type { Outcome, SecurityTest, Subject } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'cross-origin-resource-sharing-not-implemented': {
    passes: true,
    modifier: 0,
    description: 'Scripts of other sites cannot read this page.',
  },
  'cross-origin-resource-sharing-implemented-with-public-access': {
    passes: true,
    modifier: 0,
    description: 'Scripts of any site can read this page, but only as one who is not signed in.',
  },
  'cross-origin-resource-sharing-implemented-with-restricted-access': {
    passes: true,
    modifier: 0,
    description: 'Scripts of certain sites can read this page.',
  },
  'cross-origin-resource-sharing-implemented-with-universal-access': {
    passes: false,
    modifier: -50,
    description: "Scripts of any site can read this page with its visitors' cookies.",
  },
} as const satisfies Record<string, Outcome>

function resultOf({ crossOrigin }: Subject): keyof typeof OUTCOMES {
  const { origin, allowOrigin, allowCredentials } = crossOrigin
  if (allowOrigin === null || allowOrigin === '') {
    return 'cross-origin-resource-sharing-not-implemented'
  }
  if (allowOrigin === '*') return 'cross-origin-resource-sharing-implemented-with-public-access'
  // Whoever asks is let in, also one that the site has never heard of.
  const isAnyone = allowOrigin.toLowerCase() === origin.toLowerCase()
  return isAnyone && allowCredentials === 'true'
    ? 'cross-origin-resource-sharing-implemented-with-universal-access'
    : 'cross-origin-resource-sharing-implemented-with-restricted-access'
}

/** Source: HTTP Observatory, test "cross-origin-resource-sharing" */
export const testCrossOriginResourceSharing: SecurityTest = (subject) =>
  verdict(OUTCOMES, resultOf(subject), subject.crossOrigin.allowOrigin)
