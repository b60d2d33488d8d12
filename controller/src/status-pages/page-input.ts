import { MAX_COMPONENTS } from '@sightline/shared/status-page-size'
import { z } from 'zod'
import { label, orNull } from '../input/fields.ts'
import { timeZoneNamed } from '../maintenance/time-zone.ts'
import { parseLogo } from './logo.ts'

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HOST =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const COLOR = /^#[0-9a-f]{6}$/i
/** 150 kB as a data: URL. */
const MAX_LOGO_LENGTH = 205_000

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must not hold control characters or line breaks')

const homeUrl = z.string().max(2_048).refine(isWebUrl, 'must be an http or https URL')

function isWebUrl(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

const timezone = z
  .string()
  .max(64)
  .refine(
    (name) => timeZoneNamed(name) !== null,
    'must be a time zone of the IANA database, such as Europe/Berlin or UTC',
  )

const Component = z.strictObject({
  monitorId: z.string().max(64).meta({
    description: 'A monitor of the workspace.',
    example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
  name: label(100).optional().meta({
    description: "What the public reads; the monitor's name unless given.",
    example: 'Shop',
  }),
  description: text(200)
    .optional()
    .meta({ description: 'A few words on it.', example: 'Baskets and orders' }),
  group: orNull(
    label(60).meta({ description: 'Heading it stands under.', example: 'Website' }),
  ).optional(),
})

const logo = z
  .string()
  .max(MAX_LOGO_LENGTH, 'must be at most 150 kB')
  .transform((value, context) => {
    const found = parseLogo(value)
    if (found !== null) return found
    context.issues.push({
      code: 'custom',
      message: 'must be a data: URL of a PNG, JPEG, WebP or SVG image in base64',
      input: value,
    })
    return z.NEVER
  })

const fields = {
  slug: z
    .string()
    .regex(SLUG, 'must be 1 to 63 small letters, digits and hyphens, with no hyphen at either end')
    .meta({
      description: 'In its address: /status/{slug}. Once in the installation.',
      example: 'example',
    }),
  title: label(100).meta({ description: 'Its heading.', example: 'Example Ltd' }),
  description: text(500).meta({
    description: 'A sentence below the heading.',
    example: 'How our services are doing.',
  }),
  homeUrl: orNull(
    homeUrl.meta({ description: 'The site that it speaks of.', example: 'https://example.com/' }),
  ),
  timezone: timezone.meta({ description: 'Of its days and times.', example: 'Europe/Berlin' }),
  color: orNull(
    z
      .string()
      .regex(COLOR, 'must be a colour such as #1d4ed8')
      .meta({ description: 'Of its upper edge, as #rrggbb.', example: '#1d4ed8' }),
  ),
  logo: orNull(
    logo.meta({
      description: 'data: URL of a PNG, JPEG, WebP or SVG image, at most 150 kB.',
      example: 'data:image/png;base64,iVBORw0KGgo=',
    }),
  ),
  host: orNull(
    z.string().toLowerCase().regex(HOST, 'must be a host name such as status.example.com').meta({
      description:
        'Host name of its own, whose requests lead here; it then shows this page alone. Once in the installation.',
      example: 'status.example.com',
    }),
  ),
  published: z.boolean().meta({ description: 'Whether the public may read it.', example: true }),
  listed: z.boolean().meta({ description: 'Whether the list at /status names it.', example: true }),
  showResponseTimes: z
    .boolean()
    .meta({ description: 'Whether it tells average response times.', example: false }),
  components: z
    .array(Component)
    .max(
      MAX_COMPONENTS,
      `must be at most ${MAX_COMPONENTS} entries long: what more there is to show goes onto a page of its own`,
    )
    .refine((all) => new Set(all.map(({ monitorId }) => monitorId)).size === all.length, {
      message: 'must name each monitor once',
    })
    .meta({ description: `What it shows, in this order: at most ${MAX_COMPONENTS}.` }),
}

/** Body of POST /status-pages. */
export const StatusPageCreation = z
  .strictObject(fields)
  .partial()
  .extend({ slug: fields.slug, title: fields.title })
  .meta({
    description: 'slug and title are required. A page is not published unless that is said.',
  })
export type StatusPageCreationInput = z.output<typeof StatusPageCreation>

/** Body of PATCH /status-pages/{id}. */
export const StatusPageChange = z
  .strictObject(fields)
  .partial()
  .meta({ description: 'Any subset of the fields; components are replaced as a whole.' })
export type StatusPageChangeInput = z.output<typeof StatusPageChange>
