import { z } from 'zod'
import { FETCHED_PAGE, Url } from './fetched-page.ts'

const count = z.int().min(0)
const countOf = (what: string) => count.meta({ description: `How many are ${what}.` })

/** Longest text of a header, an attribute or an error that is shown, in characters. */
export const MAX_SHOWN_TEXT = 1_000

/** One character more marks that it was cut. */
const ShownText = z
  .string()
  .max(MAX_SHOWN_TEXT + 1)
  .nullable()

export const RESOURCE_TYPES = [
  'image',
  'script',
  'stylesheet',
  'font',
  'media',
  'iframe',
  'other',
] as const

export type ResourceType = (typeof RESOURCE_TYPES)[number]

/** Most resources of a page that are asked for. */
export const MAX_ASKED_RESOURCES = 150

const Resource = z.object({
  url: Url.meta({
    description: 'Absolute address, without its fragment.',
    example: 'https://example.com/site.css',
  }),
  type: z.enum(RESOURCE_TYPES).meta({
    description: 'What it is loaded as; "other" for manifests, plug-ins, data.',
    example: 'stylesheet',
  }),
  statusCode: z.int().nullable().meta({
    description: 'HTTP status after redirects; null when no answer came.',
    example: 200,
  }),
  contentType: ShownText.meta({ description: 'Content-Type.', example: 'text/css' }),
  size: count.nullable().meta({
    description:
      'Bytes of the body as it is sent; null where neither the headers nor a short body tell.',
    example: 48_211,
  }),
  encoding: ShownText.meta({ description: 'Content-Encoding.', example: 'br' }),
  cacheControl: ShownText.meta({ description: 'Cache-Control.', example: 'max-age=86400' }),
  thirdParty: z.boolean().meta({
    description: 'It is of another site than the page, by registered domain.',
  }),
  async: z.boolean().optional().meta({ description: 'Scripts alone.' }),
  defer: z.boolean().optional().meta({ description: 'Scripts alone.', example: true }),
  renderBlocking: z.boolean().meta({
    description: 'The browser shows nothing before it is there.',
  }),
  alt: ShownText.optional().meta({
    description: 'Images alone; null without the attribute.',
    example: 'Our team',
  }),
  width: ShownText.optional().meta({
    description: 'Images alone: the attribute as written.',
    example: '1200',
  }),
  height: ShownText.optional().meta({
    description: 'Images alone: the attribute as written.',
    example: '800',
  }),
  lazy: z
    .boolean()
    .optional()
    .meta({ description: 'Images and frames alone: loading=lazy.', example: true }),
  integrity: z.boolean().meta({ description: 'It is checked against a hash.' }),
  ms: z
    .number()
    .min(0)
    .nullable()
    .meta({ description: 'How long the answer took.', example: 22.4 }),
  error: ShownText.meta({
    description: 'Why there is no answer, in a sentence; null when there is.',
  }),
})

/** Source: design of the analyses, "resources" */
export const ResourcesResult = z.object({
  ...FETCHED_PAGE,
  counts: z
    .object({
      total: count.meta({ description: 'Different addresses that the page names.', example: 3 }),
      images: countOf('images'),
      scripts: countOf('scripts'),
      stylesheets: countOf('style sheets'),
      fonts: countOf('fonts'),
      media: countOf('video, sound or subtitles'),
      iframes: countOf('frames'),
      other: countOf('anything else'),
      broken: count.meta({
        description: 'Answered with a status of 400 and above, or not at all.',
        example: 1,
      }),
      thirdParty: countOf('of other sites'),
    })
    .meta({ description: 'All but `total` are of those in `resources`.' }),
  totalBytes: count.meta({
    description:
      'Sizes of all listed resources together that are known and not broken. Where an image offers several files, all of them are in it.',
    example: 52_613,
  }),
  truncated: z.boolean().meta({
    description: `The page names more than ${MAX_ASKED_RESOURCES} resources, which are not asked for, or the time was over before all were, or the agent itself could not ask for one.`,
  }),
  resources: z.array(Resource).max(MAX_ASKED_RESOURCES).meta({
    description: 'What the page waits for first, what it may never load last.',
  }),
})
