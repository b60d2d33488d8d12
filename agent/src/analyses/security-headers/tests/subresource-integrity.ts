import type { Script } from '../../../page/facts.ts'
import { isSameSite } from '../../../page/site.ts'
import type { Outcome, SecurityTest, Subject } from '../security-test.ts'
import { verdict } from '../security-test.ts'

const OUTCOMES = {
  'sri-implemented-and-all-scripts-loaded-securely': {
    passes: true,
    modifier: 5,
    description: "Even the site's own scripts are checked against their hash.",
  },
  'sri-implemented-and-external-scripts-loaded-securely': {
    passes: true,
    modifier: 5,
    description: 'All scripts of other sites are checked against their hash and come over https.',
  },
  'sri-not-implemented-response-not-html': {
    passes: true,
    modifier: 0,
    description: 'This is no HTML page, so it loads no scripts.',
  },
  'sri-not-implemented-but-no-scripts-loaded': {
    passes: true,
    modifier: 0,
    description: 'The page has no scripts.',
  },
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': {
    passes: true,
    modifier: 0,
    description: "All scripts come from the site itself, or stand in the page's own text.",
  },
  'sri-not-implemented-but-external-scripts-loaded-securely': {
    passes: false,
    modifier: -5,
    description: 'Scripts of other sites come over https, but are not checked against a hash.',
  },
  'sri-implemented-but-external-scripts-not-loaded-securely': {
    passes: false,
    modifier: -20,
    description: 'Scripts of other sites are checked against their hash, but come over http.',
  },
  'sri-not-implemented-and-external-scripts-not-loaded-securely': {
    passes: false,
    modifier: -50,
    description:
      'Scripts of other sites come over http and are not checked: anyone can change them.',
  },
} as const satisfies Record<string, Outcome>

type Result = keyof typeof OUTCOMES

/** Worse ones last. */
const FOREIGN_RESULTS = [
  'sri-implemented-and-external-scripts-loaded-securely',
  'sri-implemented-but-external-scripts-not-loaded-securely',
  'sri-not-implemented-but-external-scripts-loaded-securely',
  'sri-not-implemented-and-external-scripts-not-loaded-securely',
] as const satisfies readonly Result[]

/** A script of another site. */
interface ForeignScript {
  readonly url: URL
  readonly isChecked: boolean
}

const isChecked = ({ integrity }: Script) => integrity !== null && integrity.trim() !== ''

function foreignResult(script: ForeignScript): (typeof FOREIGN_RESULTS)[number] {
  const isSecure = script.url.protocol === 'https:'
  if (script.isChecked) return FOREIGN_RESULTS[isSecure ? 0 : 1]
  return FOREIGN_RESULTS[isSecure ? 2 : 3]
}

function foreignScripts({ facts, url: pageUrl }: Subject): readonly ForeignScript[] {
  return facts.scripts.flatMap((script) => {
    const url = script.url === null ? null : URL.parse(script.url)
    const isForeign = url !== null && /^https?:$/.test(url.protocol) && !isSameSite(url, pageUrl)
    return isForeign ? [{ url, isChecked: isChecked(script) }] : []
  })
}

function resultOf({ facts, url }: Subject, foreign: readonly ForeignScript[]): Result {
  // Any HTML page has elements, if only those that the parser adds.
  if (facts.document.elements === 0) return 'sri-not-implemented-response-not-html'
  if (facts.scripts.length === 0) return 'sri-not-implemented-but-no-scripts-loaded'
  if (foreign.length > 0) {
    const results = new Set(foreign.map(foreignResult))
    return FOREIGN_RESULTS.findLast((result) => results.has(result)) ?? FOREIGN_RESULTS[0]
  }
  return facts.scripts.some(isChecked) && url.protocol === 'https:'
    ? 'sri-implemented-and-all-scripts-loaded-securely'
    : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'
}

/** Addresses that the value names. */
const MAX_NAMED = 10

/** Scripts of other sites; the value names those without a hash. Addresses are taken as browsers resolve
 *  them: "//cdn.example/a.js" on an https page comes over https.
 *  Source: HTTP Observatory, test "subresource-integrity" */
export const testSubresourceIntegrity: SecurityTest = (subject) => {
  const foreign = foreignScripts(subject)
  const unchecked = foreign.flatMap((script) => (script.isChecked ? [] : [script.url.href]))
  const value = unchecked.length === 0 ? null : unchecked.slice(0, MAX_NAMED).join(', ')
  return verdict(OUTCOMES, resultOf(subject, foreign), value)
}
