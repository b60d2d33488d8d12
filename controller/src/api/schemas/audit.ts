import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import { pageOf } from './answers.ts'
import { AUDIT_FIGURES } from '../../audits/figures.ts'
import { AUDIT_PART_NAMES } from '../../audits/parts.ts'
import { IsoTime } from './time.ts'

const count = z.int().min(0)

const PartName = z.enum(AUDIT_PART_NAMES)

const Region = RegionCode.optional().meta({
  description: 'Location to look from. Default: as of the one-URL endpoints.',
})

/** What is to be audited and kept. */
export const AuditCreation = z.strictObject({
  url: z.string().trim().min(1).max(16_384).meta({
    description: 'The page: an http or https address, or a bare host.',
    example: 'https://example.com/',
  }),
  region: Region,
})

/** Another side of the page. */
export const AuditPartCreation = z.strictObject({
  part: PartName.meta({
    description:
      'What to look at: the name of a one-URL endpoint, of those that depend on a device with it.',
    example: 'lighthouse-mobile',
  }),
  region: Region,
})

const Figures = z
  .object(
    Object.fromEntries(
      Object.entries(AUDIT_FIGURES).map(([name, description]) => [
        name,
        z.number().optional().meta({ description }),
      ]),
    ) as Record<keyof typeof AUDIT_FIGURES, z.ZodOptional<z.ZodNumber>>,
  )
  .meta({
    description: 'Numbers of its parts; those of parts that are not there are absent.',
    example: {
      failedChecks: 7,
      words: 412,
      accessibilityScore: 93,
      securityScore: 75,
      performanceScore: 91,
      firstContentfulPaintMs: 1_203,
      largestContentfulPaintMs: 1_840.4,
      totalBlockingMs: 48,
      layoutShift: 0.012,
      speedIndexMs: 1_422,
      firstByteMs: 84.2,
      domContentLoadedMs: 412.7,
      loadMs: 803.5,
      requests: 31,
      transferBytes: 512_840,
    },
  })

/** An audit that is kept. */
export const AuditObject = z
  .object({
    id: z.string().meta({ description: 'Id of the audit.', example: 'aud_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    url: z.string().meta({
      description: 'What was asked for, normalised.',
      example: 'https://example.com/',
    }),
    fetchedUrl: z.string().meta({
      description: 'Where the page came from, after redirects.',
      example: 'https://www.example.com/',
    }),
    statusCode: z.int().meta({ description: 'HTTP status of the page.', example: 200 }),
    score: count.meta({ description: 'As `audit` tells it.', example: 87 }),
    grade: z.string().meta({ description: 'As `audit` tells it.', example: 'B' }),
    region: z.string().meta({ description: 'Location it was begun from.', example: 'eu-west' }),
    createdAt: IsoTime.meta({
      description: 'When it was begun: all of it is of that hour.',
      example: '2026-02-01T12:00:00.000Z',
    }),
    parts: z.array(PartName).meta({
      description: 'What was looked at and is kept.',
      example: ['accessibility', 'audit', 'lighthouse-mobile', 'security-headers', 'waterfall'],
    }),
    figures: Figures,
  })
  .meta({ id: 'Audit' })

export const AuditList = z
  .object({
    ...pageOf('All there are.'),
    audits: z.array(AuditObject).meta({ description: 'The latest first.' }),
  })
  .meta({ id: 'AuditList' })

const Result = z.record(z.string(), z.unknown()).meta({
  description:
    'What the one-URL endpoint answers, with its `region`. Pictures are jpegs, as base64 in `data`.',
  example: { url: 'https://example.com/', statusCode: 200, region: 'eu-west' },
})

const PART = {
  part: PartName.meta({ description: 'Its name.', example: 'lighthouse-mobile' }),
  createdAt: IsoTime.meta({
    description: 'When it was looked at.',
    example: '2026-02-01T12:00:14.000Z',
  }),
  result: Result,
} as const

/** A part of an audit. */
export const AuditPartObject = z.object(PART).meta({ id: 'AuditPart' })

/** A part that was looked at just now. */
export const AddedAuditPart = z
  .object({
    ...PART,
    kept: z.boolean().meta({
      description: 'false: it is too large to be kept with the others, which are 3 MB at most.',
      example: true,
    }),
    figures: Figures,
  })
  .meta({ id: 'AddedAuditPart' })

export const AuditDeleted = z.object({
  deleted: z.literal(true).meta({ description: 'It is gone.' }),
  id: z.string().meta({ description: 'Id of the audit.', example: 'aud_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  url: z.string().meta({ description: 'What it was of.', example: 'https://example.com/' }),
})

/** The id of an audit in a path. Any text will do: what is no id is no audit's, 404. */
export const AuditPath = z.object({
  id: z.string().meta({ description: 'Id of the audit.', example: 'aud_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

export const AuditPartPath = AuditPath.extend({
  part: PartName.meta({ description: 'Name of the part.', example: 'lighthouse-mobile' }),
})
