import type { AnalysisWords } from './words.ts'

export const RAW_HTML_WORDS: AnalysisWords<'raw-html'> = {
  summary: 'Fetch a page as it is',
  description:
    'Status, headers and body of the page after its redirects, without running its scripts. A body of another type than HTML is given as text all the same. Bodies are cut at 5 MB.',
  told: {
    headers: { 'content-encoding': 'gzip', 'set-cookie': ['session=abc; HttpOnly'] },
  },
}
