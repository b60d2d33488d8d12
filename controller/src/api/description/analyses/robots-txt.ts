import type { AnalysisWords } from './words.ts'

export const ROBOTS_TXT_WORDS: AnalysisWords<'robots-txt'> = {
  summary: 'Read robots.txt, with its rules for AI crawlers',
  description:
    'The robots.txt of the URL\'s own origin, after up to 10 redirects, read by RFC 9309; the page itself is not fetched. `found` needs status 200 and something else than HTML. Spellings that crawlers tolerate (a missing colon, frequent typos) are no errors, nor are unknown fields. `allowed` of an AI crawler is about "/": a missing file (status 4xx) allows everything, one that cannot be had (5xx) nothing. `status` is "default" where no group names the crawler; else "allowed", "disallowed", or "partial" where only a part of the site may be fetched. `perBot` holds 52 crawlers; the example shows one. Lists are cut at 500 entries, the counters go on.',
  told: {
    contentSignals: [{ signals: { search: true, 'ai-train': false } }],
    groups: [
      { rules: [{ directive: 'allow', value: '/' }, {}] },
      { userAgents: ['GPTBot'], rules: [{ value: '/' }], rulesTotal: 1 },
    ],
  },
}
