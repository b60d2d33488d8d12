import type { Browser } from '../browser/browser.ts'

/** What analyses need of a browser. */
export type AnalysisBrowser = Pick<
  Browser,
  'missing' | 'render' | 'visit' | 'judge' | 'withOwnChrome'
>
