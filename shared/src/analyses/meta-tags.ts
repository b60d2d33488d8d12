import { z } from 'zod'
import { FETCHED_PAGE, Url } from './fetched-page.ts'

const count = z.int().min(0)
const link = (rel: string, example: string | null = null) =>
  Url.nullable().meta({
    description: `Address of the first link with rel=${rel}; null without one.`,
    example,
  })
const byName = (description: string, example: Readonly<Record<string, string>>) =>
  z.record(z.string(), z.string()).meta({ description, example })

/** Source: contract, "Meta-tags result" */
export const MetaTagsResult = z.object({
  ...FETCHED_PAGE,
  title: z
    .string()
    .meta({ description: 'Text of the title tag; empty without one.', example: 'Example shop' }),
  titleLength: count.meta({ description: 'Characters of the title.', example: 12 }),
  charset: z.string().meta({
    description: 'Character set the page declares, in its header or in itself; empty when neither.',
    example: 'utf-8',
  }),
  lang: z.string().meta({ description: 'lang of the html tag; empty without one.', example: 'en' }),
  canonical: Url.nullable().meta({
    description: 'Canonical address, absolute.',
    example: 'https://www.example.com/',
  }),
  meta: byName('Content of every meta tag with a name, by its name in lower case.', {
    viewport: 'width=device-width, initial-scale=1',
    description: 'Tea and what goes with it.',
    'twitter:card': 'summary_large_image',
  }),
  httpEquiv: byName('Content of every meta tag with http-equiv, by its key in lower case.', {
    'content-language': 'en',
  }),
  openGraph: byName(
    'All og:* tags; the first with content where a property comes more than once.',
    {
      'og:title': 'Example shop',
      'og:image': 'https://www.example.com/tea.jpg',
    },
  ),
  twitter: byName('All twitter:* tags.', { 'twitter:card': 'summary_large_image' }),
  links: z
    .object({
      amphtml: link('amphtml'),
      manifest: link('manifest', 'https://www.example.com/site.webmanifest'),
      prev: link('prev'),
      next: link('next'),
      icons: z.array(Url).meta({
        description: 'Of icon, apple-touch-icon and mask-icon links.',
        example: ['https://www.example.com/favicon.ico'],
      }),
      alternates: z
        .array(
          z.object({
            hreflang: z.string().meta({ description: 'As written.', example: 'de' }),
            href: Url.meta({ description: 'Absolute.', example: 'https://www.example.com/de/' }),
          }),
        )
        .meta({ description: 'Versions in other languages.' }),
      preconnect: count.meta({ description: 'How many preconnect links there are.', example: 1 }),
      preload: count.meta({ description: 'How many preload links there are.', example: 2 }),
    })
    .meta({ description: 'Addresses of link tags by what they are for, absolute.' }),
  counts: z
    .object({
      metaTags: count.meta({ description: 'All meta elements.', example: 7 }),
      openGraph: count.meta({ description: 'All og:* tags, repeated ones too.', example: 2 }),
      twitter: count.meta({ description: 'All twitter:* tags, repeated ones too.', example: 1 }),
      hreflang: count.meta({ description: 'All alternate links with hreflang.', example: 1 }),
    })
    .meta({ description: 'How many tags there are of each kind.' }),
})
