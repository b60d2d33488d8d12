import { FoundRule } from '@sightline/shared/analyses/accessibility'
import { z } from 'zod'

/** What a page's check for accessibility found, whichever rules it was checked by. */
export const Findings = z.object({
  /** Name and version of what made the rules. */
  engine: z.string(),
  violations: z.array(FoundRule),
  /** What a person has to look at. */
  incomplete: z.array(FoundRule),
  passes: z.array(FoundRule.pick({ id: true, impact: true })),
  /** Rules about something that the page does not have. */
  inapplicable: z.int(),
  /** Rules that cannot be judged without a layout, or were left out on a page of this size. */
  notTested: z.array(z.string()),
})
export type AccessibilityFindings = z.infer<typeof Findings>
export type RuleFinding = AccessibilityFindings['violations'][number]
export type FoundNode = RuleFinding['nodes'][number]
export type Impact = RuleFinding['impact']

/** Most elements that are told of one rule. */
export const MAX_NODES = 20
/** Longest markup of an element that is told, in characters. */
export const MAX_HTML_LENGTH = 300

/** The beginning of an element's markup. */
export const shortHtml = (html: string): string =>
  html.length > MAX_HTML_LENGTH ? `${html.slice(0, MAX_HTML_LENGTH).toWellFormed()}…` : html
