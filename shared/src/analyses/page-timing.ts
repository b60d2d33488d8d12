import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const bytes = z.int().min(0)
const phase = z.number().min(0).nullable()

/** Source: design of the analyses, "page-timing" */
export const PageTimingResult = z.object({
  ...FETCHED_PAGE,
  protocol: z.enum(['h1', 'h2']).meta({ description: 'HTTP/1 or HTTP/2.', example: 'h2' }),
  ip: z
    .string()
    .max(100)
    .nullable()
    .meta({ description: 'Address connected to.', example: '192.0.2.10' }),
  timings: z
    .object({
      dnsMs: phase.meta({
        description: 'Finding the address; null where the URL is one.',
        example: 12.4,
      }),
      tcpMs: phase.meta({ description: 'Connecting.', example: 18.1 }),
      tlsMs: phase.meta({ description: 'The TLS handshake; null over http.', example: 21.9 }),
      ttfbMs: phase.meta({
        description: 'From sending the request to the first byte of the answer.',
        example: 140.2,
      }),
      downloadMs: phase.meta({ description: 'From the first byte to the last.', example: 9.3 }),
      redirectMs: z
        .number()
        .min(0)
        .meta({ description: 'All redirects before; 0 without.', example: 74.6 }),
      toFirstByteMs: phase.meta({
        description:
          'From the very start to the first byte: redirects, DNS, TCP, TLS and the wait. This is what web.dev calls TTFB.',
        example: 267.2,
      }),
      totalMs: z
        .number()
        .min(0)
        .meta({ description: 'From the very start to the last byte.', example: 276.5 }),
    })
    .meta({
      description:
        'Phases of the last request, on a connection of its own, in ms with one decimal.',
    }),
  transferSize: bytes.meta({ description: 'Bytes of the body as it was sent.', example: 18_240 }),
  decodedSize: bytes.meta({
    description: 'Bytes of the body without its content coding, of at most 5 MB.',
    example: 76_802,
  }),
  contentEncoding: z.string().max(100).nullable().meta({
    description: 'Content-Encoding; null without one.',
    example: 'gzip',
  }),
  tlsVersion: z.string().max(20).nullable().meta({
    description: 'null over http.',
    example: 'TLSv1.3',
  }),
  redirects: z.int().min(0).meta({ description: 'How many redirects led here.', example: 1 }),
  truncated: z.boolean().meta({ description: 'The body goes on beyond 5 MB.' }),
  rating: z
    .object({
      ttfb: z.enum(['good', 'needs-improvement', 'poor']).nullable().meta({
        description: 'Of `ttfbMs`: good up to 800 ms, poor above 1,800.',
      }),
    })
    .meta({ description: 'How good the figures are.' }),
})
