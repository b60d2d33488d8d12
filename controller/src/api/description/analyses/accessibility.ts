import type { AnalysisWords } from './words.ts'

export const ACCESSIBILITY_WORDS: AnalysisWords<'accessibility'> = {
  summary: 'Check a page for accessibility',
  description:
    'By the rules of axe-core, in the agent’s browser, on the page as it is delivered: its scripts do not run, its style sheets are not applied, nothing it names is loaded, and rules that need a layout are named in notTested. Where there is no browser, or it has no time for the page, and for pages over 1.5 MB or 6,000 elements, a smaller set of rules of our own judges; engine says which.',
  told: { incomplete: [] },
}
