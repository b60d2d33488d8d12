import type { LabDiagnostic, LabMetric } from '@sightline/shared/analyses/lighthouse'

/** Which audit measures each metric. */
export const METRIC_AUDITS = {
  firstContentfulPaint: 'first-contentful-paint',
  largestContentfulPaint: 'largest-contentful-paint',
  totalBlockingTime: 'total-blocking-time',
  cumulativeLayoutShift: 'cumulative-layout-shift',
  speedIndex: 'speed-index',
  timeToInteractive: 'interactive',
} as const satisfies Record<LabMetric, string>

/** Which audit tells each figure beside them. */
export const DIAGNOSTIC_AUDITS = {
  totalByteWeight: 'total-byte-weight',
  domSize: 'dom-size-insight',
  serverResponseTime: 'server-response-time',
  mainThreadWork: 'mainthread-work-breakdown',
  bootupTime: 'bootup-time',
} as const satisfies Record<LabDiagnostic, string>

/** Each of its items is a party other than the page's own. */
export const THIRD_PARTIES_AUDIT = 'third-parties-insight'

/** Audits that tell what time or bytes could be saved. Those of redirects, compression and the server's
 *  time are one: the latency of the document. */
export const OPPORTUNITY_AUDITS = [
  'cache-insight',
  'document-latency-insight',
  'duplicated-javascript-insight',
  'font-display-insight',
  'image-delivery-insight',
  'lcp-discovery-insight',
  'legacy-javascript-insight',
  'modern-http-insight',
  'render-blocking-insight',
  'unminified-css',
  'unminified-javascript',
  'unused-css-rules',
  'unused-javascript',
] as const

/** Which category fills each score. */
export const SCORE_CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best-practices',
  seo: 'seo',
} as const
