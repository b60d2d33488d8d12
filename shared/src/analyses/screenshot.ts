import { z } from 'zod'
import { DEVICE_NAMES, DEVICE_OPTION } from './device.ts'
import { FETCHED_PAGE } from './fetched-page.ts'
import { imageProblem } from './image-data.ts'
import { IMAGE_TYPES } from './image-header.ts'

/** Tallest image, in pixels. Source: decisions, section 4 */
export const MAX_SCREENSHOT_HEIGHT = 16_384
/** Largest image: as base64 in JSON it stays below the 32 MiB that an agent's answer may have. */
export const MAX_SCREENSHOT_BYTES = 24_000_000

const MAX_WIDTH = 4_096
const MAX_DATA_LENGTH = Math.ceil(MAX_SCREENSHOT_BYTES / 3) * 4
const FORMATS = ['png', 'jpeg', 'webp', 'json'] as const
const MIN_QUALITY = 1
const MAX_QUALITY = 100
const DEFAULT_QUALITY = 80

/** Words as they stand in a query: what was read can be read again by the agent. */
export const ScreenshotOptions = z.object({
  ...DEVICE_OPTION,
  fullPage: z
    .enum(['true', 'false'], 'must be true or false')
    .default('true')
    .meta({
      description: `true: the whole page, down to ${MAX_SCREENSHOT_HEIGHT.toLocaleString('en')} pixels. false: what the device shows without scrolling.`,
    }),
  format: z
    .enum(FORMATS, `must be one of ${FORMATS.join(', ')}`)
    .default('png')
    .meta({
      description: 'What the answer is: an image, or JSON with a png in it as base64.',
    }),
  quality: z
    .string()
    // A "+" arrives as a space when a client did not encode it.
    .regex(/^[-+ ]?\d+(?:\.\d+)?$/, `must be a number from ${MIN_QUALITY} to ${MAX_QUALITY}`)
    .optional()
    .transform((text = String(DEFAULT_QUALITY)) =>
      String(Math.round(Math.min(MAX_QUALITY, Math.max(MIN_QUALITY, Number(text))))),
    )
    .meta({
      description: `Of a jpeg or webp, ${MIN_QUALITY} to ${MAX_QUALITY}: more looks better and takes more bytes. Default ${DEFAULT_QUALITY}; out of that range it is brought to the nearest limit. A png is always exact.`,
      type: 'integer',
      pattern: undefined,
      example: DEFAULT_QUALITY,
    }),
})

const pixels = (max: number) => z.int().min(1).max(max)

/** Source: decisions, section 4 */
export const ScreenshotResult = z
  .object({
    ...FETCHED_PAGE,
    device: z.enum(DEVICE_NAMES).meta({ description: 'As asked.' }),
    width: pixels(MAX_WIDTH).meta({
      description: 'Pixels of the image, one for each CSS pixel: the width of the device.',
      example: 412,
    }),
    height: pixels(MAX_SCREENSHOT_HEIGHT).meta({
      description: 'Pixels of the image.',
      example: 823,
    }),
    truncated: z.boolean().meta({
      description: `The page goes on below the image, which has at most ${MAX_SCREENSHOT_HEIGHT.toLocaleString('en')} pixels of height (a webp one less).`,
      example: false,
    }),
    // Agents of before did not say it, and gave no image of a page that was not loaded.
    complete: z.boolean().prefault(true).meta({
      description:
        'false where the load event did not come within 25 s, or the page asked for more than a rendering may load: the image shows what had come until then.',
      example: true,
    }),
    mimeType: z.enum(IMAGE_TYPES).meta({ description: 'Of the image.', example: 'image/png' }),
    bytes: z
      .int()
      .min(1)
      .max(MAX_SCREENSHOT_BYTES)
      .meta({ description: 'Of the image.', example: 210 }),
    data: z.string().max(MAX_DATA_LENGTH).meta({
      description: 'The image as base64.',
      example:
        'iVBORw0KGgoAAAANSUhEUgAAAZwAAAM3AQAAAAAhftuQAAAAmUlEQVR42u3LMQ0AAAwDoPo33XrYucBPehBJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkqTXaSikjo9lJJMDAAAAAElFTkSuQmCC',
    }),
  })
  .check(({ value, issues }) => {
    const problem = imageProblem(value, value.bytes)
    if (problem === null) return
    // Without the data itself, which is long.
    issues.push({ code: 'custom', message: problem, path: ['data'], input: undefined })
  })
