import { z } from 'zod'
import { FETCHED_PAGE, Url } from './fetched-page.ts'

/** Longest list that a result shows. */
export const MAX_INDEXABILITY_LIST = 500
/** Longest text of a page or header that is shown, in characters. */
export const MAX_INDEXABILITY_TEXT = 1_000

const count = z.int().min(0)
/** One more for the sign that it was cut. */
const text = z.string().max(MAX_INDEXABILITY_TEXT + 1)
const words = z.array(text).max(MAX_INDEXABILITY_LIST)
const byBot = z.record(text, words).meta({
  description: 'Rules for one crawler only, by its name in lower case.',
  example: { googlebot: ['nosnippet'] },
})

const flag = (description: string, example = false) => z.boolean().meta({ description, example })

const Directives = z.object({
  noindex: flag('The page is not to be in search results ("none" says so too).', true),
  nofollow: flag('Its links are not to be followed ("none" says so too).'),
  noarchive: flag('No copy of it is to be offered.'),
  nosnippet: flag('No text of it is to be shown (max-snippet:0 says so too).'),
  noimageindex: flag('Its images are not to be in search results.'),
  notranslate: flag('No translation of it is to be offered.'),
  maxSnippet: z.int().nullable().meta({
    description: 'Characters of a snippet; 0 for none, -1 for any number, null when not said.',
  }),
  maxImagePreview: text
    .nullable()
    .meta({ description: '"none", "standard" or "large".', example: 'large' }),
  maxVideoPreview: z.int().nullable().meta({
    description:
      'Seconds of a preview; 0 for a still image, -1 for any number, null when not said.',
  }),
  unavailableAfter: text.nullable().meta({
    description: 'When the page leaves search results, as written.',
  }),
})

/** Source: design of the analyses, "indexability" */
export const IndexabilityResult = z.object({
  ...FETCHED_PAGE,
  indexable: z.boolean().meta({
    description: 'Nothing keeps the page from being in search results under its own address.',
  }),
  reasons: z
    .array(text)
    .max(MAX_INDEXABILITY_LIST)
    .meta({
      description: 'Why the page is not indexable; empty when it is.',
      example: [
        'noindex for googlebot in X-Robots-Tag',
        'canonicalised to https://www.example.com/trees',
      ],
    }),
  robotsTxt: z
    .object({
      found: z.boolean().meta({ description: 'A robots.txt was served.', example: true }),
      allowed: z.boolean().meta({
        description:
          'This crawler may fetch the page. False too where robots.txt cannot be had (server error, no answer): crawlers then stay away.',
        example: true,
      }),
      matchedRule: text.nullable().meta({
        description: 'The rule that decides; null where none matches.',
        example: 'Allow: /trees',
      }),
      userAgent: text.meta({
        description: 'The product token that rules were looked up for.',
        example: 'Sightline',
      }),
      crawlDelay: z.number().min(0).nullable().meta({ description: 'In seconds.' }),
    })
    .meta({ description: 'What the robots.txt of the page says to this crawler.' }),
  metaRobots: z
    .object({
      raw: text.nullable().meta({
        description: 'Content of the robots meta tags, joined by commas; null without one.',
        example: 'index, follow, max-image-preview:large',
      }),
      directives: words.meta({
        description: 'Rules for all crawlers, in lower case.',
        example: ['index', 'follow', 'max-image-preview:large'],
      }),
      byBot,
    })
    .meta({ description: 'What robots meta tags say.' }),
  xRobotsTag: z
    .object({
      raw: words.meta({
        description: 'Values of the X-Robots-Tag headers.',
        example: ['googlebot: noindex'],
      }),
      directives: words.meta({
        description: 'Rules for all crawlers, in lower case.',
        example: ['index', 'follow', 'max-image-preview:large'],
      }),
      byBot,
    })
    .meta({ description: 'What X-Robots-Tag headers say.' }),
  canonical: z
    .object({
      url: Url.nullable().meta({
        description: 'Absolute; null without one.',
        example: 'https://www.example.com/trees',
      }),
      source: z.enum(['html', 'header', 'none']).meta({
        description: 'Where that canonical stands: in a link tag, or in a Link header.',
      }),
      isSelf: z.boolean().meta({ description: 'It is the address the page came from.' }),
      count: count.meta({
        description: 'Canonical links in HTML and header, repeated ones too.',
        example: 1,
      }),
      conflict: z.boolean().meta({ description: 'They name different addresses.' }),
    })
    .meta({ description: 'The address the page states for itself.' }),
  directives: Directives.meta({
    description:
      'What holds in the end for all crawlers and for Googlebot: of meta tag and header the most restrictive.',
  }),
  hreflang: z
    .array(
      z.object({
        hreflang: text.meta({ description: 'Language and region, as written.', example: 'en' }),
        href: Url.meta({
          description: 'Absolute; as written where it is no address.',
          example: 'https://www.example.com/trees',
        }),
        valid: z.boolean().meta({
          description: 'The value is a language, with or without script and region, or x-default.',
          example: true,
        }),
      }),
    )
    .max(MAX_INDEXABILITY_LIST)
    .meta({ description: 'Versions in other languages, of link tags and Link header.' }),
  redirects: count.meta({ description: 'Redirects on the way to the page.', example: 1 }),
  inSitemap: z.boolean().nullable().meta({
    description:
      'Whether a sitemap of the site lists the page as it came, after redirects: those that robots.txt names, else the one at a usual place (/sitemap.xml and its like), with what indexes name. null where some could not be read, or not in time (50 files, 8 s), and none of the others lists it.',
    example: true,
  }),
})
