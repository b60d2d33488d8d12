import type { AnalysisWords } from './words.ts'

export const PAGE_TIMING_WORDS: AnalysisWords<'page-timing'> = {
  summary: 'Time the phases of a page',
  description:
    'How long DNS, connecting, TLS, the wait for the first byte and the download took, for the HTML of the page alone, on a fresh connection. Phases are those of the last address; `redirectMs` holds what led to it. `rating.ttfb` is of `ttfbMs`, the wait for the server alone.',
  told: { contentEncoding: 'br' },
}
