import type { AnalysisWords } from './words.ts'

export const LIGHTHOUSE_WORDS: AnalysisWords<'lighthouse'> = {
  summary: 'Measure a page in the lab',
  description:
    "Runs Lighthouse in a browser of its own that passes for a phone (or a computer, with `device=desktop`) on a simulated network, and adds what real users measured. Takes 10 to 55 s, so set the client's time limit above 60 s; an agent measures one page after the other, and one that has too many waiting answers 503. Bytes of `diagnostics.totalByteWeight` aside, values are in ms. A `score` is 1 where an audit only informs and found nothing to save, else 0.5. Real users' figures need a key for the Chrome UX Report on this installation (`SIGHTLINE_CRUX_KEY`); without it, and for pages that few people visit, `hasFieldData` is false and `url` null. What cannot be measured (a page that paints nothing, a download) is 502.",
  told: {
    metrics: {
      firstContentfulPaint: { value: 1512.4, score: 0.96 },
      largestContentfulPaint: { value: 3050.8, display: '3.1 s', score: 0.76 },
      totalBlockingTime: { value: 143, display: '140 ms', score: 0.95 },
      cumulativeLayoutShift: { value: 0.034, display: '0.034' },
      speedIndex: { value: 3404.2, display: '3.4 s', score: 0.9 },
      timeToInteractive: { value: 4204.7, display: '4.2 s', score: 0.86 },
    },
    fieldData: {
      url: {
        largestContentfulPaint: { category: 'AVERAGE' },
        interactionToNextPaint: { p75: 148 },
        cumulativeLayoutShift: { p75: 0.05 },
        firstContentfulPaint: { p75: 1620 },
        timeToFirstByte: { p75: 640 },
      },
      origin: {
        overall: 'FAST',
        largestContentfulPaint: { p75: 2190 },
        interactionToNextPaint: { p75: 131 },
        cumulativeLayoutShift: { p75: 0.04 },
        firstContentfulPaint: { p75: 1430 },
        timeToFirstByte: { p75: 580 },
      },
    },
    opportunities: [
      { score: 0, savingsBytes: null },
      {
        id: 'unused-javascript',
        title: 'Reduce unused JavaScript',
        display: 'Est savings of 96 KiB',
        score: 0,
        savingsMs: 300,
      },
    ],
    diagnostics: {
      totalByteWeight: { value: 842_113, display: 'Total size was 822 KiB' },
      domSize: { value: 812, display: '812 elements' },
      serverResponseTime: { value: 182, display: 'Root document took 180 ms' },
      mainThreadWork: { value: 1840.2, display: '1.8 s' },
      bootupTime: { value: 904.5, display: '0.9 s' },
    },
  },
}
