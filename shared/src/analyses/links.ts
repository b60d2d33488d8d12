import { z } from 'zod'
import { FETCHED_PAGE, Url } from './fetched-page.ts'

/** How many links a result lists. */
export const MAX_LISTED_LINKS = 5_000

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })
const shortText = z.string().max(20_000)

/** Source: design, "links" */
export const LinksResult = z.object({
  ...FETCHED_PAGE,
  canonical: Url.nullable().meta({
    description: "Canonical address, absolute; the head's before the Link header's.",
    example: 'https://www.example.com/',
  }),
  hreflang: z
    .array(
      z.object({
        hreflang: shortText.meta({ description: 'As written.', example: 'de' }),
        href: Url.meta({ description: 'Absolute.', example: 'https://www.example.com/de/' }),
      }),
    )
    .max(2_000)
    .meta({ description: 'Versions in other languages, of the tags and of the Link header.' }),
  counts: z
    .object({
      total: count('Links to http and https addresses. Those within the page do not count.', 1),
      unique: count('Different addresses among them, fragments ignored.', 1),
      internal: count('To the same host and port, whatever the scheme; a leading www. is ignored.'),
      external: count('To any other host.', 1),
      dofollow: count(
        'Links that pass their weight on: rel has none of nofollow, sponsored and ugc, and the page does not say nofollow.',
      ),
      nofollow: count('With rel=nofollow; all of them where the page itself says nofollow.', 1),
      sponsored: count('With rel=sponsored.', 1),
      ugc: count('With rel=ugc.'),
      anchors: count('Links within the page, #section for example.', 1),
      mailto: count('mailto: links.', 1),
      tel: count('tel: links.'),
      javascript: count('javascript: links.'),
      images: count('Links that hold an image and no text.'),
      emptyText: count('Links without text, alternative text or label.'),
    })
    .meta({ description: 'How many links there are of each kind.' }),
  total: count(
    'As in `counts`. Of a page with more than 5,000 a and area elements `links` has those among the first 5,000: `total`, `unique`, `internal` and `external` are of all, the other counters of these.',
    1,
  ),
  links: z
    .array(
      z.object({
        url: Url.meta({
          description: 'Resolved, without its fragment.',
          example: 'https://partner.example/offer',
        }),
        href: shortText.meta({
          description: 'As written.',
          example: 'https://partner.example/offer#today',
        }),
        text: z.string().max(1_000).meta({
          description: "Visible text with that of images' alt, at most 300 characters.",
          example: 'Our partner',
        }),
        type: z.enum(['internal', 'external']).meta({
          description: 'internal: same host and port, a leading www. ignored.',
          example: 'external',
        }),
        rel: z
          .array(shortText)
          .max(10_000)
          .meta({ description: 'Words in lower case.', example: ['nofollow', 'sponsored'] }),
        dofollow: z.boolean().meta({
          description: 'Neither its rel nor the page forbids to pass weight on.',
        }),
        target: shortText.nullable().meta({ description: 'As written.', example: '_blank' }),
        element: z.enum(['a', 'area']).meta({ description: 'The element that makes it.' }),
        isImage: z.boolean().meta({ description: 'It holds an image and no text of its own.' }),
        alt: shortText.nullable().meta({ description: 'Of its first image, or of the area.' }),
        context: z.enum(['nav', 'header', 'footer', 'main', 'aside', 'body']).meta({
          description: 'The nearest landmark around it.',
          example: 'footer',
        }),
        fragment: z.string().max(20_000).nullable().meta({
          description: 'What follows the #; null without one.',
          example: 'today',
        }),
      }),
    )
    .max(MAX_LISTED_LINKS)
    .meta({ description: 'Links to http and https addresses, in document order.' }),
})
