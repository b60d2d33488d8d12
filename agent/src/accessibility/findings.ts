/** How much a defect keeps people from using a page. Source: axe-core's impacts */
export const IMPACTS = ['minor', 'moderate', 'serious', 'critical'] as const
export type Impact = (typeof IMPACTS)[number]

/** What a page's check for accessibility found, whichever rules it was checked by. */
export interface AccessibilityFindings {
  /** Name and version of what made the rules. */
  readonly engine: string
  readonly violations: readonly RuleFinding[]
  /** What a person has to look at. */
  readonly incomplete: readonly RuleFinding[]
  readonly passes: readonly { readonly id: string; readonly impact: Impact }[]
  /** Rules about something that the page does not have. */
  readonly inapplicable: number
  /** Rules that cannot be judged without a layout, or were left out on a page of this size. */
  readonly notTested: readonly string[]
}

/** One rule that a page breaks, or may break. */
export interface RuleFinding {
  readonly id: string
  readonly impact: Impact
  readonly description: string
  readonly help: string
  readonly helpUrl: string
  readonly tags: readonly string[]
  /** How many elements break it. */
  readonly count: number
  /** The first of them. */
  readonly nodes: readonly FoundNode[]
}

export interface FoundNode {
  /** Its opening tag. */
  readonly html: string
  /** A CSS selector that finds it. */
  readonly target: string
  /** What is wrong with it and how to mend that. */
  readonly summary: string
}

/** Most elements that are told of one rule. */
export const MAX_NODES = 20
/** Longest markup of an element that is told, in characters. */
export const MAX_HTML_LENGTH = 300

/** The beginning of an element's markup. */
export const shortHtml = (html: string): string =>
  html.length > MAX_HTML_LENGTH ? `${html.slice(0, MAX_HTML_LENGTH).toWellFormed()}…` : html
