import { z } from 'zod'
import { FETCHED_PAGE, Url } from './fetched-page.ts'

const count = z.int().min(0)

/** Longest value of a header that is shown, in characters. */
export const MAX_SHOWN_HEADER = 4_096

/** One character more marks that it was cut. */
const HeaderText = z.string().max(MAX_SHOWN_HEADER + 1)
const headerValue = (name: string, example: string | null = null) =>
  HeaderText.nullable().meta({ description: `The header ${name}; null without it.`, example })
const HeaderList = z
  .array(
    z.object({
      name: z.string().max(100).meta({ description: 'In lower case.', example: 'server' }),
      value: HeaderText.meta({ description: 'As sent.', example: 'nginx/1.25.3' }),
    }),
  )
  .max(100)

const Test = z.object({
  pass: z.boolean().meta({ description: 'Nothing need be done about it.' }),
  result: z.string().max(100).meta({
    description: 'Word of the result, as the HTTP Observatory names it.',
    example: 'hsts-implemented-max-age-at-least-six-months',
  }),
  scoreModifier: z.int().meta({
    description: 'Added to 100. Bonuses count only where the score without them is at least 90.',
    example: -5,
  }),
  description: z.string().max(500).meta({ description: 'What the result means.' }),
  value: HeaderText.nullable().meta({
    description: 'What was judged, as the page sent it; null where there is nothing.',
  }),
})

/** Every test that makes the grade, in the order of the result. */
export const SECURITY_TEST_NAMES = [
  'contentSecurityPolicy',
  'cookies',
  'cors',
  'coep',
  'coop',
  'corp',
  'redirection',
  'referrerPolicy',
  'strictTransportSecurity',
  'subresourceIntegrity',
  'xContentTypeOptions',
  'xFrameOptions',
] as const

export type SecurityTestName = (typeof SECURITY_TEST_NAMES)[number]

export const SECURITY_GRADES = [
  'A+',
  'A',
  'A-',
  'B+',
  'B',
  'B-',
  'C+',
  'C',
  'C-',
  'D+',
  'D',
  'D-',
  'F',
] as const

const Certificate = z.object({
  issuer: z.string().max(201).meta({ description: 'Who issued it.', example: 'Example CA' }),
  subject: z.string().max(201).meta({ description: 'Whom it is for.', example: 'example.com' }),
  validTo: z.string().max(30).nullable().meta({
    description: 'When it ends; null where that cannot be read.',
    example: '2027-02-01T00:00:00.000Z',
  }),
  daysLeft: z.int().nullable().meta({
    description: 'Whole days that are left, negative when it is over.',
    example: 71,
  }),
  problem: z.string().max(100).nullable().meta({
    description: 'Code of the cause why it is not accepted; null when it is.',
  }),
})

const Cookie = z.object({
  name: z.string().max(201).meta({ description: 'Its name.', example: 'session' }),
  secure: z.boolean().meta({ description: 'It is sent over https alone.', example: true }),
  httpOnly: z.boolean().meta({ description: 'Scripts cannot read it.', example: true }),
  sameSite: z.enum(['Strict', 'Lax', 'None']).nullable().meta({
    description: 'null without the attribute, or with a value that browsers do not know.',
    example: 'Lax',
  }),
  session: z
    .boolean()
    .meta({ description: 'By its name it is one that log-ins go by.', example: true }),
  problem: z.string().max(200).nullable().meta({
    description: 'Why browsers do not keep it; null when they do.',
  }),
})

/** Source: design of the analyses, "security-headers" */
export const SecurityHeadersResult = z.object({
  ...FETCHED_PAGE,
  grade: z.enum(SECURITY_GRADES).meta({ description: 'What the score comes to.' }),
  score: count.meta({ description: '100 and all modifiers, never below 0.', example: 110 }),
  summary: z
    .object({
      passed: count.meta({ description: 'Tests that the page passes.', example: 11 }),
      failed: count.meta({ description: 'Tests that it does not.', example: 1 }),
    })
    .meta({ description: 'The tests, counted.' }),
  tests: z
    .record(z.enum(SECURITY_TEST_NAMES), Test)
    .meta({ description: 'By name; all of them are always there.' }),
  headers: z
    .object({
      present: HeaderList.meta({ description: 'Headers about security that the page has.' }),
      missing: z
        .array(z.string().max(100))
        .max(50)
        .meta({
          description: 'Headers about security that it could have.',
          example: [
            'x-content-type-options',
            'referrer-policy',
            'permissions-policy',
            'cross-origin-opener-policy',
            'cross-origin-embedder-policy',
            'cross-origin-resource-policy',
          ],
        }),
      leaking: HeaderList.meta({
        description: 'Headers that tell attackers what the page is made with.',
      }),
    })
    .meta({ description: 'Headers about security, by name.' }),
  permissionsPolicy: headerValue('Permissions-Policy'),
  https: z
    .object({
      enabled: z.boolean().meta({ description: 'The page comes over https.', example: true }),
      redirectsFromHttp: z.boolean().nullable().meta({
        description:
          'Whether the http address leads to https; null where none answers, or goes with the port.',
        example: true,
      }),
      // Agents of before did not look.
      preloaded: z.boolean().nullable().prefault(null).meta({
        description:
          'Whether browsers reach the host over https alone from the first visit on, by the HSTS preload list of the Chrome of the agent; null where that is not known: it has none, or one older than ten weeks, which goes by its list no more. Top-level domains that are on the list as a whole are always known.',
      }),
      tlsVersion: z.string().max(20).nullable().meta({
        description: 'null over http.',
        example: 'TLSv1.3',
      }),
      certificate: Certificate.nullable().meta({ description: 'null over http.' }),
    })
    .meta({ description: 'How the page is reached.' }),
  mixedContent: z
    .object({
      count: count.meta({
        description: 'Resources that this https page names with http.',
        example: 1,
      }),
      active: z.array(Url).max(500).meta({
        description: 'Those that browsers block: scripts, style sheets, frames, srcset, and such.',
      }),
      passive: z
        .array(Url)
        .max(500)
        .meta({
          description: 'Images, video and sound, for which browsers try https.',
          example: ['http://example.com/logo.png'],
        }),
      upgraded: z.boolean().meta({
        description: 'The content security policy turns them all into https.',
      }),
    })
    .meta({ description: 'What this https page loads with http.' }),
  cache: z
    .object({
      cacheControl: headerValue('Cache-Control', 'max-age=600'),
      etag: headerValue('ETag', '"5e-1"'),
      lastModified: headerValue('Last-Modified', 'Sat, 21 Nov 2026 09:00:00 GMT'),
      expires: headerValue('Expires'),
      age: count
        .nullable()
        .meta({ description: 'Seconds it was in a cache on the way.', example: 12 }),
      cacheable: z.boolean().meta({ description: 'A browser may keep the page.', example: true }),
      freshSeconds: count.nullable().meta({
        description: 'How long it may be used without asking again; null where that is not said.',
        example: 600,
      }),
    })
    .meta({ description: 'What the page says about keeping it, as a browser takes it.' }),
  compression: z
    .object({
      enabled: z.boolean().meta({ description: 'The body was sent compressed.', example: true }),
      encoding: z.string().max(100).nullable().meta({
        description: 'Content-Encoding; null without one.',
        example: 'br',
      }),
      ratio: z.number().min(0).nullable().meta({
        description:
          'Size of the body divided by what was sent of it; null without compression, and where the body is cut.',
        example: 4.21,
      }),
    })
    .meta({ description: 'How the body was sent.' }),
  cookies: z.array(Cookie).max(200).meta({
    description: 'Those that the page and the redirects to it set and leave.',
  }),
})
