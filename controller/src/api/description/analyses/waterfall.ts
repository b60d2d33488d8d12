import type { AnalysisWords } from './words.ts'

export const WATERFALL_WORDS: AnalysisWords<'waterfall'> = {
  summary: 'Time every request of a page',
  description:
    'Loads the page in a fresh browser, scripts and all, and lists what it asked for: when, for how long, and how many bytes. The look ends when the page is loaded and has made no request for 500 ms, at the latest 5 s after its load event: what is asked for later, or only when somebody scrolls, is not in it. A page whose load event does not come within 45 s, or that asks for more than a rendering may load, is told as far as it came (`complete` is false). Each redirect, preflight and WebSocket is a request; data: and blob: addresses are none. A request that fails, or may not be made (private addresses), is listed with the reason in `error`. Sizes and times are those that the browser saw; no slower network or device is simulated. With `filmstrip=true` the answer has pictures of the page while it loads, over the same axis of time.',
  told: {
    requests: [
      {
        url: 'https://example.com/',
        resourceType: 'Document',
        mimeType: '',
        statusCode: 301,
        startTime: 0,
        endTime: 74.6,
        duration: 74.6,
        transferSize: 214,
        resourceSize: 0,
        initiatorType: 'other',
      },
      {
        url: 'https://www.example.com/',
        resourceType: 'Document',
        mimeType: 'text/html',
        startTime: 74.6,
        endTime: 180.6,
        duration: 106,
        transferSize: 18_300,
        resourceSize: 76_802,
        initiatorType: 'other',
      },
      { url: 'https://www.example.com/site.css', startTime: 182.1, endTime: 209.7 },
      {
        url: 'https://stats.example.net/count.js',
        resourceType: 'Script',
        mimeType: '',
        statusCode: null,
        startTime: 182.9,
        endTime: 240.4,
        duration: 57.5,
        transferSize: 0,
        resourceSize: 0,
        protocol: null,
        priority: 'Low',
        error: 'stats.example.net refused the connection.',
      },
    ],
  },
}
