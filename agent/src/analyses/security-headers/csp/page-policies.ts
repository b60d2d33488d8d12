import type { Headers } from '../../../http/page.ts'
import { headerText } from '../../../page/content-type.ts'
import type { MetaTag } from '../../../page/facts.ts'
import type { JoinedPolicy } from './joined-policy.ts'
import { joinPolicies } from './joined-policy.ts'
import type { Policy } from './policy.ts'
import { parsePolicy, withoutHeaderDirectives } from './policy.ts'
import { isStrictWithoutTrust } from './source-list.ts'

/** What a page's content security policies come to. */
export interface PagePolicies {
  /** All of them as they came, headers first; null without any. */
  readonly text: string | null
  /** One cannot be meant as it stands. */
  readonly isInvalid: boolean
  /** A directive about reports comes twice, which does no harm. */
  readonly hasDuplicateReporting: boolean
  /** Only a policy that reports and forbids nothing is there. */
  readonly isReportOnly: boolean
  /** Browsers ask for everything over https, whatever the page says. */
  readonly upgradesInsecure: boolean
  /** Headers and meta tags together; null where none is in force. */
  readonly joined: JoinedPolicy | null
  /** Those of headers alone: who may frame a page is nothing that a meta tag can say. */
  readonly ofHeaders: JoinedPolicy
}

/** Policies that are looked at; browsers take more, pages have one or two. */
const MAX_POLICIES = 8

/** A shorter text holds no directive. */
const MIN_POLICY_LENGTH = 6

const REPORTING = new Set(['report-uri', 'report-to'])

/** A header holds several policies, divided by commas. */
function headerPolicies(header: string | null): readonly string[] {
  const texts = (header ?? '').split(',').map((text) => text.trim())
  return texts.filter((text) => text !== '').slice(0, MAX_POLICIES)
}

/** A meta tag holds one policy, and counts only in the head.
 *  Source: HTML, "Content security policy state" */
function metaPolicies(metas: readonly MetaTag[]): readonly string[] {
  return metas
    .filter((meta) => meta.isInHead && isPolicyKey(meta.httpEquiv))
    .map(({ content }) => content?.trim() ?? '')
    .filter((text) => text !== '')
    .slice(0, MAX_POLICIES)
}

function isPolicyKey(httpEquiv: string | null): boolean {
  return httpEquiv?.trim().toLowerCase() === 'content-security-policy'
}

/** Whether its author cannot have meant a policy as it stands: it is cut off, has a directive twice, or
 *  'strict-dynamic' with nothing to build on. Browsers make of it what they can.
 *  Source: HTTP Observatory, test "content-security-policy" */
function isInvalid(text: string, { directives, duplicates }: Policy): boolean {
  return (
    text.length < MIN_POLICY_LENGTH ||
    [...duplicates].some((name) => !REPORTING.has(name)) ||
    isStrictWithoutTrust(directives.get('script-src') ?? directives.get('default-src') ?? [])
  )
}

/** Reads all policies of a page. Source: CSP Level 3, sections 3.1 and 3.3 */
export function readPagePolicies(headers: Headers, metas: readonly MetaTag[]): PagePolicies {
  const header = headerText(headers, 'content-security-policy')
  const texts = { header: headerPolicies(header), meta: metaPolicies(metas) }
  const ofHeaders = texts.header.map(parsePolicy)
  const ofMetas = texts.meta.map(parsePolicy)
  const allTexts = [...texts.header, ...texts.meta]
  const all = [...ofHeaders, ...ofMetas]
  const inForce = [...ofHeaders, ...ofMetas.map(withoutHeaderDirectives)].filter(
    ({ directives }) => directives.size > 0,
  )
  const isEmptyHeader = header !== null && texts.header.length === 0
  return {
    text: header === null && texts.meta.length === 0 ? null : allTexts.join(', '),
    isInvalid: isEmptyHeader || all.some((policy, i) => isInvalid(allTexts[i] ?? '', policy)),
    hasDuplicateReporting: all.some(({ duplicates }) => duplicates.size > 0),
    isReportOnly:
      inForce.length === 0 && headerText(headers, 'content-security-policy-report-only') !== null,
    upgradesInsecure: inForce.some(({ directives }) => directives.has('upgrade-insecure-requests')),
    joined: inForce.length === 0 ? null : joinPolicies(inForce),
    ofHeaders: joinPolicies(ofHeaders),
  }
}
