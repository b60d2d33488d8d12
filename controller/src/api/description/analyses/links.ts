import type { AnalysisWords } from './words.ts'

export const LINKS_WORDS: AnalysisWords<'links'> = {
  summary: "List a page's links",
  description:
    'Every link of the page to an http or https address, in document order, as it stands in the HTML without running scripts. Addresses are resolved against the base element. Links within the page, mailto:, tel: and javascript: links have counters of their own. Templates and noscript elements are not looked into.',
}
