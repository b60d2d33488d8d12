import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const text = z.string().max(20_000)
const types = z.array(text).max(1_000)
const count = (description: string, example: number) =>
  z.int().min(0).meta({ description, example })

const source = z.enum(['jsonLd', 'microdata', 'rdfa', 'page']).meta({
  description: 'Where it was found; page is about the page as a whole.',
})
const index = z.int().min(0).nullable().meta({
  description: 'Place in the list of its source, from 0; null for the page.',
})
const properties = z.record(z.string(), z.array(z.unknown())).meta({
  description: 'Values by name: texts, or items with type, id and properties again.',
})

const items = (description: string) =>
  z
    .array(
      z.object({
        type: types.meta({
          description: 'Types as written, in full.',
          example: ['https://schema.org/BreadcrumbList'],
        }),
        id: text.nullable().meta({ description: 'Its global identifier; null without one.' }),
        properties,
      }),
    )
    .max(5_000)
    .meta({ description })

/** Source: design, "structured-data" */
export const StructuredDataResult = z.object({
  ...FETCHED_PAGE,
  hasStructuredData: z.boolean().meta({
    description: 'There is JSON-LD that can be read, an item of microdata or one of RDFa.',
    example: true,
  }),
  counts: z
    .object({
      jsonLd: count('Scripts of JSON-LD, those that cannot be read too.', 2),
      microdata: count('Items that are no property of another.', 1),
      rdfa: count('Items that are no property of another.', 0),
      errors: count('Errors in the list.', 1),
    })
    .meta({ description: 'How much there is in each syntax.' }),
  types: types.meta({
    description:
      'Types of all items on the page, members of @graph too; of schema.org by bare name.',
    example: ['Product', 'BreadcrumbList'],
  }),
  jsonLd: z
    .array(
      z.object({
        index: z.int().min(0).meta({ description: 'Place on the page, from 0.' }),
        types: types.meta({
          description:
            'Of its objects and the members of their @graph; of schema.org by bare name.',
          example: ['Product'],
        }),
        data: z.unknown().meta({
          description: 'As read; null where it is no JSON.',
          example: { '@context': 'https://schema.org', '@type': 'Product', name: 'Green tea' },
        }),
        valid: z.boolean().meta({ description: 'It can be read.', example: true }),
        error: text.nullable().meta({
          description: 'Why it cannot be read.',
          example: 'Expected "," or "}" but found the end of the block (line 4, column 1)',
        }),
      }),
    )
    .max(1_000)
    .meta({ description: 'Scripts of JSON-LD in document order.' }),
  microdata: items('Items in the JSON form of the HTML standard; addresses are absolute.'),
  rdfa: items('Items of RDFa Lite, in the same form.'),
  openGraph: z
    .record(z.string(), z.string())
    .meta({ description: 'All og:* tags by name.', example: { 'og:title': 'Green tea' } }),
  errors: z
    .array(
      z.object({
        source,
        index,
        message: text.meta({
          description: 'What is wrong, and where.',
          example: 'Expected "," or "}" but found the end of the block (line 4, column 1)',
        }),
        line: z
          .int()
          .min(1)
          .nullable()
          .meta({ description: 'Within the script, from 1.', example: 4 }),
        column: z
          .int()
          .min(1)
          .nullable()
          .meta({ description: 'Within the line, from 1.', example: 1 }),
      }),
    )
    .max(1_000)
    .meta({ description: 'What cannot be read.' }),
  warnings: z
    .array(z.object({ source, index, message: text.meta({ description: 'What is doubtful.' }) }))
    .max(20_000)
    .meta({ description: 'What was passed over, or keeps a rich result from being shown.' }),
  richResults: z
    .array(
      z.object({
        type: text.meta({ description: 'Name of the rich result.', example: 'Product' }),
        eligible: z.boolean().meta({
          description: 'Nothing that Google requires for it is missing.',
        }),
        missing: z
          .array(text)
          .max(100)
          .meta({
            description:
              'Required properties that are missing; alternatives are parted by a bar, a dot leads into the value.',
            example: ['review|aggregateRating|offers'],
          }),
        recommended: z
          .array(text)
          .max(100)
          .meta({
            description: 'Recommended properties that are missing.',
            example: ['image', 'description', 'brand', 'sku'],
          }),
        source,
        index,
      }),
    )
    .max(5_000)
    .meta({
      description:
        "Google's rich results that the page's items may make, one for each item and kind.",
    }),
})
