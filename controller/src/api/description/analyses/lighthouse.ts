import type { AnalysisWords } from './words.ts'

export const LIGHTHOUSE_WORDS: AnalysisWords<'lighthouse'> = {
  summary: 'Measure a page in the lab',
  description:
    "Runs Lighthouse in a browser of its own that passes for a phone (or a computer, with `device=desktop`) on a simulated network, and adds what real users measured. Takes 10 to 55 s, so set the client's time limit above 60 s; an agent measures one page after the other, and one that has too many waiting answers 503. Bytes of `diagnostics.totalByteWeight` aside, values are in ms. A `score` is 1 where an audit only informs and found nothing to save, else 0.5. Real users' figures need a key for the Chrome UX Report on this installation (`SIGHTLINE_CRUX_KEY`); without it, and for pages that few people visit, `hasFieldData` is false and `url` null. What cannot be measured (a page that paints nothing, a download) is 502.",
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    strategy: 'mobile',
    lighthouseVersion: '13.5.0',
    complete: true,
    scores: { performance: 87, accessibility: 94, bestPractices: 100, seo: 92 },
    metrics: {
      firstContentfulPaint: { value: 1_512.4, display: '1.5 s', score: 0.96 },
      largestContentfulPaint: { value: 3_050.8, display: '3.1 s', score: 0.76 },
      totalBlockingTime: { value: 143, display: '140 ms', score: 0.95 },
      cumulativeLayoutShift: { value: 0.034, display: '0.034', score: 1 },
      speedIndex: { value: 3_404.2, display: '3.4 s', score: 0.9 },
      timeToInteractive: { value: 4_204.7, display: '4.2 s', score: 0.86 },
    },
    fieldData: {
      hasFieldData: true,
      url: {
        level: 'url',
        overall: 'AVERAGE',
        largestContentfulPaint: { p75: 2_710, category: 'AVERAGE' },
        interactionToNextPaint: { p75: 148, category: 'FAST' },
        cumulativeLayoutShift: { p75: 0.05, category: 'FAST' },
        firstContentfulPaint: { p75: 1_620, category: 'FAST' },
        timeToFirstByte: { p75: 640, category: 'FAST' },
      },
      origin: {
        level: 'origin',
        overall: 'FAST',
        largestContentfulPaint: { p75: 2_190, category: 'FAST' },
        interactionToNextPaint: { p75: 131, category: 'FAST' },
        cumulativeLayoutShift: { p75: 0.04, category: 'FAST' },
        firstContentfulPaint: { p75: 1_430, category: 'FAST' },
        timeToFirstByte: { p75: 580, category: 'FAST' },
      },
    },
    opportunities: [
      {
        id: 'render-blocking-insight',
        title: 'Render blocking requests',
        display: 'Est savings of 480 ms',
        score: 0,
        savingsMs: 480,
        savingsBytes: null,
      },
      {
        id: 'unused-javascript',
        title: 'Reduce unused JavaScript',
        display: 'Est savings of 96 KiB',
        score: 0,
        savingsMs: 300,
        savingsBytes: 98_304,
      },
    ],
    diagnostics: {
      totalByteWeight: { value: 842_113, display: 'Total size was 822 KiB', score: 1 },
      domSize: { value: 812, display: '812 elements', score: 1 },
      serverResponseTime: { value: 182, display: 'Root document took 180 ms', score: 1 },
      mainThreadWork: { value: 1_840.2, display: '1.8 s', score: 1 },
      bootupTime: { value: 904.5, display: '0.9 s', score: 1 },
      thirdPartyCount: 3,
    },
  },
}
