import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const bytes = z.int().min(0)
const phase = z.number().min(0).nullable()

/** Source: design of the analyses, "page-timing" */
export const PageTimingResult = z.object({
  ...FETCHED_PAGE,
  protocol: z.enum(['h1', 'h2']).meta({ description: 'HTTP/1 or HTTP/2.' }),
  ip: z.string().max(100).nullable().meta({ description: 'Address connected to.' }),
  timings: z
    .object({
      dnsMs: phase.meta({ description: 'Finding the address; null where the URL is one.' }),
      tcpMs: phase.meta({ description: 'Connecting.' }),
      tlsMs: phase.meta({ description: 'The TLS handshake; null over http.' }),
      ttfbMs: phase.meta({
        description: 'From sending the request to the first byte of the answer.',
      }),
      downloadMs: phase.meta({ description: 'From the first byte to the last.' }),
      redirectMs: z.number().min(0).meta({ description: 'All redirects before; 0 without.' }),
      toFirstByteMs: phase.meta({
        description:
          'From the very start to the first byte: redirects, DNS, TCP, TLS and the wait. This is what web.dev calls TTFB.',
      }),
      totalMs: z.number().min(0).meta({ description: 'From the very start to the last byte.' }),
    })
    .meta({
      description:
        'Phases of the last request, on a connection of its own, in ms with one decimal.',
    }),
  transferSize: bytes.meta({ description: 'Bytes of the body as it was sent.' }),
  decodedSize: bytes.meta({
    description: 'Bytes of the body without its content coding, of at most 5 MB.',
  }),
  contentEncoding: z.string().max(100).nullable().meta({
    description: 'Content-Encoding; null without one.',
    example: 'gzip',
  }),
  tlsVersion: z.string().max(20).nullable().meta({
    description: 'null over http.',
    example: 'TLSv1.3',
  }),
  redirects: z.int().min(0).meta({ description: 'How many redirects led here.' }),
  truncated: z.boolean().meta({ description: 'The body goes on beyond 5 MB.' }),
  rating: z
    .object({
      ttfb: z.enum(['good', 'needs-improvement', 'poor']).nullable().meta({
        description: 'Of `ttfbMs`: good up to 800 ms, poor above 1,800.',
      }),
    })
    .meta({ description: 'How good the figures are.' }),
})
