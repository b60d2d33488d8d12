import { z } from 'zod'
import { clampedInteger } from '../clamped-integer.ts'
import { DEVICE_NAMES, DEVICE_OPTION } from './device.ts'
import { FETCHED_PAGE } from './fetched-page.ts'
import { Filmstrip } from './filmstrip.ts'

const MAX_LISTED = 500

/** Source: contract, "GET /api/v1/waterfall" */
export const WaterfallOptions = z.object({
  ...DEVICE_OPTION,
  limit: clampedInteger({
    min: 1,
    max: MAX_LISTED,
    default: 100,
    description: 'How many requests are listed.',
  }),
  filmstrip: z.enum(['true', 'false'], 'must be true or false').default('false').meta({
    description: 'true: pictures of the page while it loads are in the answer too.',
  }),
})

/** Longest address of a request, and longest of Chrome's words, in characters. */
export const MAX_REQUEST_URL = 2_048
export const MAX_CHROME_WORD = 100
/** Longest sentence about a request that failed, in characters. */
export const MAX_REQUEST_ERROR = 500

/** One character more marks that it was cut. */
const shown = (maxLength: number) => z.string().max(maxLength + 1)
const word = shown(MAX_CHROME_WORD)
const bytes = z.int().min(0)
const ms = z.number().min(0)

const LoadedRequest = z.object({
  url: shown(MAX_REQUEST_URL).meta({
    description: `Address; one of more than ${MAX_REQUEST_URL} characters is cut, and ends in "…".`,
    example: 'https://example.com/site.css',
  }),
  resourceType: word.meta({
    description: 'What it is loaded as, in Chrome’s words: Document, Stylesheet, Script, XHR, …',
    example: 'Stylesheet',
  }),
  mimeType: word.meta({
    description: 'As Chrome took it; empty where no answer, or a redirect, named none.',
    example: 'text/css',
  }),
  statusCode: z.int().nullable().meta({
    description: 'HTTP status; null when no answer came.',
    example: 200,
  }),
  startTime: ms.meta({ description: 'When it was asked for.', example: 104.3 }),
  endTime: ms.meta({
    description:
      'When its last byte came, or it failed; the end of the look where it was still open then.',
    example: 131.9,
  }),
  duration: ms.meta({ description: 'From `startTime` to `endTime`.', example: 27.6 }),
  transferSize: bytes.meta({
    description: 'Bytes that came over the network, headers too; 0 from a cache.',
    example: 4_402,
  }),
  resourceSize: bytes.meta({
    description: 'Bytes of the body without its content coding.',
    example: 18_112,
  }),
  protocol: word.nullable().meta({
    description: 'null when no answer came.',
    example: 'h2',
  }),
  priority: word.nullable().meta({
    description: 'How urgent it was to Chrome in the end; null for WebSockets.',
    example: 'VeryHigh',
  }),
  initiatorType: word.meta({
    description: 'What asked for it: parser, script, preload, preflight, other.',
    example: 'parser',
  }),
  fromCache: z.boolean().meta({ description: 'It came from a cache of the browser.' }),
  finished: z.boolean().meta({
    description:
      'It had come to an end, good or bad, when the look ended. Chrome does not tell that of the script of a shared worker.',
    example: true,
  }),
  error: shown(MAX_REQUEST_ERROR).nullable().meta({
    description: 'Why there is no complete answer, in a sentence; null when there is none to give.',
  }),
})

const moment = (what: string, example: number) =>
  ms.nullable().meta({ description: `${what}; null where that did not come.`, example })

/** Source: contract, "Waterfall result" */
export const WaterfallResult = z.object({
  ...FETCHED_PAGE,
  strategy: z.enum(DEVICE_NAMES).meta({ description: 'What the browser passed for.' }),
  complete: z.boolean().meta({
    description:
      'false where the load event did not come within 45 s, or the page asked for more than a rendering may load (3,000 requests, 50 MB): the figures are of what came until then.',
    example: true,
  }),
  totalRequests: z.int().min(0).meta({ description: 'All requests seen in the load.', example: 4 }),
  returned: z
    .int()
    .min(0)
    .max(MAX_LISTED)
    .meta({ description: 'Requests in this response.', example: 4 }),
  totalTransferBytes: bytes.meta({
    description: '`transferSize` of all requests together, also of those not in this response.',
    example: 22_916,
  }),
  timings: z
    .object({
      firstByteMs: moment('First byte of the document’s answer', 171.3),
      domContentLoadedMs: moment('The document was read', 241.7),
      loadMs: moment('The load event: all that the document names was there', 263.2),
    })
    .meta({
      description:
        'Moments in ms since the navigation began; of the last document where a script led on to another.',
    }),
  // Agents of before take no pictures.
  filmstrip: Filmstrip.nullable().prefault(null).meta({
    description:
      'What the device showed while the page loaded, where `filmstrip=true` asked for it: a picture for each change that was seen; of a page that goes on changing, some of them, the last one too. null where it was not asked for.',
    example: null,
  }),
  requests: z.array(LoadedRequest).max(MAX_LISTED).meta({
    description:
      'The first ones, by `startTime`; times are in ms since the navigation began. A redirect is a request of its own.',
  }),
})
