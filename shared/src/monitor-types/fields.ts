import { z } from 'zod'

/** What the description of a field with a regular expression ends with. */
export const EXPRESSION =
  'Regular expressions are those of RE2: no look-around, no back-references.'

/** What the description of a port in the settings begins with. */
export const PORT = 'Port, when the url names none; both must be the same. null: that of the url'

export const text = (max: number) => z.string().max(max)

export const milliseconds = (min: number, max: number) => z.int().min(min).max(max)

/** A port that may be in the url instead. */
export const portField = z.int().min(1).max(65535).nullable().default(null)

export const ipFamily = z
  .enum(['any', 'ipv4', 'ipv6'])
  .default('any')
  .describe('Address family to use; any prefers IPv4.')

export const maxResponseMs = milliseconds(1, 300_000)
  .nullable()
  .default(null)
  .describe(
    'Degraded above this response time in ms, which must be below timeoutMs; null: not watched.',
  )

export const hexBytes = z
  .string()
  .max(8192)
  .regex(/^(?:[0-9a-fA-F]{2})*$/, 'must be bytes as pairs of hexadecimal digits')

/** What several types ask of a TLS connection. */
export const tlsFields = {
  verify: z.boolean().default(true).describe('Whether an invalid certificate is a failure.'),
  minDaysLeft: z
    .int()
    .min(0)
    .max(365)
    .nullable()
    .default(null)
    .describe(
      'Degraded when the certificate, or one that it builds on, has fewer days left; null: not watched.',
    ),
  sni: text(253)
    .nullable()
    .default(null)
    .describe(
      'Server name to ask for, in ASCII; null: the host of the url; an empty text: none is sent.',
    ),
} as const
