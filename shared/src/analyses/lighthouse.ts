import { z } from 'zod'
import { DEVICE_NAMES, DEVICE_OPTION } from './device.ts'
import { FETCHED_PAGE } from './fetched-page.ts'

export const LighthouseOptions = z.object(DEVICE_OPTION)

/** What real users' browsers measure. Source: contract, "Lab performance result" */
export const FIELD_METRICS = [
  'largestContentfulPaint',
  'interactionToNextPaint',
  'cumulativeLayoutShift',
  'firstContentfulPaint',
  'timeToFirstByte',
] as const
export type FieldMetric = (typeof FIELD_METRICS)[number]

/** Best first. */
export const FIELD_CATEGORIES = ['FAST', 'AVERAGE', 'SLOW'] as const
export type FieldCategory = (typeof FIELD_CATEGORIES)[number]

export const MAX_OPPORTUNITIES = 50
export const MAX_DISPLAY_LENGTH = 200
export const MAX_TITLE_LENGTH = 500

const Percent = z.int().min(0).max(100)
const Score = z.number().min(0).max(1)
const Display = z.string().max(MAX_DISPLAY_LENGTH + 1)

/** What a figure is, and in what. */
interface FigureWords {
  readonly is: string
  readonly value: string
}

const figure = ({ is, value }: FigureWords) =>
  z
    .object({
      value: z.number().min(0).meta({ description: value }),
      display: Display.meta({ description: 'The value as people read it.', example: '1.5 s' }),
      score: Score.meta({ description: 'From 0 (poor) to 1.', example: 1 }),
    })
    .meta({ description: is })

/** The shape of an object by the words for each of its keys. */
function shapeOf<K extends string, W, S extends z.ZodType>(
  words: Readonly<Record<K, W>>,
  schemaOf: (words: W) => S,
): Record<K, S> {
  const entries = Object.entries<W>(words)
  return Object.fromEntries(entries.map(([key, each]) => [key, schemaOf(each)])) as Record<K, S>
}

const IN_MS = 'In ms.'

/** The metrics of a result. Source: contract, "Lab performance result" */
const METRIC_WORDS = {
  firstContentfulPaint: { is: 'When the first text or image is painted.', value: IN_MS },
  largestContentfulPaint: { is: 'When the largest text or image is painted.', value: IN_MS },
  totalBlockingTime: { is: 'How long the main thread was too busy to react.', value: IN_MS },
  cumulativeLayoutShift: {
    is: 'How much the content moves while it loads.',
    value: 'Without unit.',
  },
  speedIndex: { is: 'How soon the content is filled in.', value: IN_MS },
  timeToInteractive: { is: 'When the page reacts for good.', value: IN_MS },
} as const satisfies Record<string, FigureWords>
export type LabMetric = keyof typeof METRIC_WORDS

/** The figures beside the metrics. Source: contract, "Lab performance result" */
const DIAGNOSTIC_WORDS = {
  totalByteWeight: { is: 'All that was loaded.', value: 'In bytes, as they were sent.' },
  domSize: { is: 'How large the document is.', value: 'Number of elements.' },
  serverResponseTime: { is: 'How long the server took to answer for the document.', value: IN_MS },
  mainThreadWork: { is: 'Work of the main thread.', value: IN_MS },
  bootupTime: { is: 'What of it scripts took.', value: IN_MS },
} as const satisfies Record<string, FigureWords>
export type LabDiagnostic = keyof typeof DIAGNOSTIC_WORDS

const fieldMetric = (description: string) =>
  z
    .object({
      p75: z.number().min(0).meta({
        description: '75th percentile: in ms, of the layout shift without unit.',
        example: 2710,
      }),
      category: z.enum(FIELD_CATEGORIES).meta({ description: 'By the thresholds of web.dev.' }),
    })
    .nullable()
    .meta({ description })

const FIELD_WORDS: Readonly<Record<FieldMetric, string>> = {
  largestContentfulPaint: 'FAST up to 2,500 ms, SLOW above 4,000; null when not known.',
  interactionToNextPaint: 'FAST up to 200 ms, SLOW above 500; null when not known.',
  cumulativeLayoutShift: 'FAST up to 0.1, SLOW above 0.25; null when not known.',
  firstContentfulPaint: 'FAST up to 1,800 ms, SLOW above 3,000; null when not known.',
  timeToFirstByte: 'FAST up to 800 ms, SLOW above 1,800; null when not known.',
}

const fieldLevel = <L extends 'url' | 'origin'>(level: L, description: string) =>
  z
    .object({
      level: z.literal(level).meta({ description: 'What it is about.' }),
      overall: z.enum(FIELD_CATEGORIES).meta({
        description:
          'The worst of the Core Web Vitals that are known (LCP, INP and CLS, the first three).',
        example: 'AVERAGE',
      }),
      ...shapeOf(FIELD_WORDS, fieldMetric),
    })
    .nullable()
    .meta({ description })

/** What real users of a page, or of its origin, measure. */
export const FieldData = z.object({
  hasFieldData: z.boolean().meta({
    description: 'Whether there is data of this very page; false for pages few people visit.',
    example: true,
  }),
  url: fieldLevel('url', 'Of this page; null when `hasFieldData` is false.'),
  origin: fieldLevel(
    'origin',
    'Of all pages of the origin, to fall back on; null when there is none either.',
  ),
})

/** Source: contract, "Lab performance result"; analyses design, "lighthouse" */
export const LighthouseResult = z.object({
  ...FETCHED_PAGE,
  strategy: z.enum(DEVICE_NAMES).meta({ description: 'The device that was emulated.' }),
  lighthouseVersion: z.string().max(50).meta({ description: 'Of the engine.', example: '13.5.0' }),
  // Agents of before did not say it: few pages load for longer.
  complete: z.boolean().prefault(true).meta({
    description:
      'false where the load did not come to an end within 25 s: the figures are of what came until then.',
    example: true,
  }),
  scores: z
    .object({
      performance: Percent.meta({ description: 'Of the metrics, by their weights.', example: 87 }),
      accessibility: Percent.meta({
        description: 'Of what can be checked by a machine.',
        example: 94,
      }),
      bestPractices: Percent.meta({
        description: 'Of safety and up-to-date techniques.',
        example: 100,
      }),
      seo: Percent.meta({ description: 'Of what search engines need.', example: 92 }),
    })
    .meta({ description: 'From 0 (poor) to 100.' }),
  metrics: z
    .object(shapeOf(METRIC_WORDS, figure))
    .meta({ description: 'Under a simulated network and processor of the device.' }),
  fieldData: FieldData.meta({
    description:
      'What Chrome measured for real users over the last 28 days (Chrome UX Report). Empty unless this installation has a key for it.',
  }),
  opportunities: z
    .array(
      z.object({
        id: z.string().max(100).meta({
          description: 'What Lighthouse calls the audit.',
          example: 'render-blocking-insight',
        }),
        title: z
          .string()
          .max(MAX_TITLE_LENGTH + 1)
          .meta({ description: 'What to do.', example: 'Render blocking requests' }),
        display: Display.meta({
          description: 'What can be saved, as people read it.',
          example: 'Est savings of 480 ms',
        }),
        score: Score.meta({ description: 'From 0 (poor) to 1.', example: 1 }),
        savingsMs: z.number().min(0).nullable().meta({
          description: 'How much sooner the page would be there; null where it is not known.',
          example: 480,
        }),
        savingsBytes: z.int().min(0).nullable().meta({
          description: 'What would not have to be loaded; null where it is not known.',
          example: 98_304,
        }),
      }),
    )
    .max(MAX_OPPORTUNITIES)
    .meta({ description: 'What would make the page faster, the highest impact first.' }),
  diagnostics: z
    .object({
      ...shapeOf(DIAGNOSTIC_WORDS, figure),
      thirdPartyCount: z.int().min(0).meta({
        description: 'How many other parties the page loads from.',
        example: 3,
      }),
    })
    .meta({ description: 'Figures that explain the metrics.' }),
})
