import type { FigureName } from '../../../src/audits/figures.ts'
import { byteWords, numberWords, responseWords } from './durations.ts'

/** What a number of an audit is called, which way is good, and how it is written. */
interface FigureWords {
  readonly name: string
  readonly good: 'more' | 'less' | 'none'
  readonly show: (value: number) => string
}

const shift = (value: number): string => value.toFixed(3)

/** Numbers of an audit, in the order they are read in. */
export const FIGURE_WORDS: Readonly<Record<FigureName, FigureWords>> = {
  failedChecks: { name: 'Checks that failed', good: 'less', show: numberWords },
  words: { name: 'Words', good: 'none', show: numberWords },
  accessibilityScore: { name: 'Accessibility by axe-core', good: 'more', show: numberWords },
  securityScore: { name: 'Security headers', good: 'more', show: numberWords },
  performanceScore: { name: 'Lighthouse performance', good: 'more', show: numberWords },
  firstContentfulPaintMs: { name: 'First contentful paint', good: 'less', show: responseWords },
  largestContentfulPaintMs: { name: 'Largest contentful paint', good: 'less', show: responseWords },
  totalBlockingMs: { name: 'Total blocking time', good: 'less', show: responseWords },
  layoutShift: { name: 'Layout shift', good: 'less', show: shift },
  speedIndexMs: { name: 'Speed index', good: 'less', show: responseWords },
  firstByteMs: { name: 'First byte', good: 'less', show: responseWords },
  domContentLoadedMs: { name: 'Document read', good: 'less', show: responseWords },
  loadMs: { name: 'Loaded', good: 'less', show: responseWords },
  requests: { name: 'Requests', good: 'less', show: numberWords },
  transferBytes: { name: 'Transferred', good: 'less', show: byteWords },
}
