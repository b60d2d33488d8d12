import { ANALYSES } from '@sightline/shared/analyses/registry'
import { expect, test } from 'vitest'
import { structuredDataAnalysis } from '../../../../agent/src/analyses/structured-data.ts'
import { describedItems } from '../../../../agent/src/analyses/structured-data/described-items.ts'
import { createRichResultJudge } from '../../../../agent/src/analyses/structured-data/rich-results/judge.ts'
import { RICH_RESULTS } from '../../../../agent/src/analyses/structured-data/rich-results/rules.ts'
import { readJsonLdBlock } from '../../../../agent/src/page/structured-data/json-ld/block.ts'
import type { SchemaNode } from '../../../../agent/src/page/structured-data/schema-node.ts'
import { factsOf, pageOf } from '../../../helpers/analysis-page.ts'

function structuredDataOf(html: string) {
  const artifacts = { page: pageOf(html), facts: factsOf(html) }
  return ANALYSES['structured-data'].result.parse(structuredDataAnalysis.analyse(artifacts, {}))
}

const jsonLd = (data: unknown) =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`

const schema = (type: string, properties: object = {}) =>
  jsonLd({ '@context': 'https://schema.org', '@type': type, ...properties })

test('all syntaxes come together', () => {
  const result = structuredDataOf(
    `<meta property="og:title" content=T>${schema('Product', { name: 'Tea' })}${jsonLd('{\n"a": 1')}` +
      '<p itemscope itemtype=https://schema.org/Event><b itemprop=name>Fair</b></p>' +
      '<p vocab=https://schema.org/ typeof=Person><b property=name>Al</b></p>',
  )
  expect(result).toMatchObject({
    hasStructuredData: true,
    counts: { jsonLd: 2, microdata: 1, rdfa: 1, errors: 1 },
    types: ['Product', 'Event', 'Person'],
    openGraph: { 'og:title': 'T' },
    microdata: [{ type: ['https://schema.org/Event'], properties: { name: ['Fair'] } }],
    rdfa: [{ type: ['https://schema.org/Person'], properties: { name: ['Al'] } }],
  })
  expect(result.jsonLd[0]).toMatchObject({ index: 0, types: ['Product'], valid: true, error: null })
  expect(result.jsonLd[1]).toMatchObject({ index: 1, types: [], data: null, valid: false })
  expect(result.errors).toEqual([
    {
      source: 'jsonLd',
      index: 1,
      message: 'Expected "," or "}" but found the end of the block (line 2, column 7)',
      line: 2,
      column: 7,
    },
  ])
})

test('a page without any', () => {
  expect(structuredDataOf('<p>x')).toMatchObject({
    hasStructuredData: false,
    counts: { jsonLd: 0, microdata: 0, rdfa: 0, errors: 0 },
    types: [],
    richResults: [],
  })
  expect(structuredDataOf(jsonLd('no')).hasStructuredData).toBe(false)
})

test('a type may say its parameters, and is read without case', () => {
  const html = '<script type=" Application/LD+JSON; charset=utf-8 ">{"@type":"X"}</script>'
  expect(structuredDataOf(html).types).toEqual(['X'])
})

test.each([
  ['Article', {}, true, []],
  ['NewsArticle', {}, true, []],
  ['Product', { name: 'x' }, false, ['review|aggregateRating|offers']],
  ['Product', { name: 'x', review: {} }, true, []],
  [
    'Product',
    { name: 'x', offers: { price: 0 } },
    false,
    ['offers.priceCurrency|offers.priceSpecification.priceCurrency'],
  ],
  ['Product', { name: 'x', offers: { lowPrice: 5, priceCurrency: 'EUR' } }, true, []],
  ['Product', { name: ' ', offers: [{ price: 1, priceCurrency: 'EUR' }, {}] }, false, undefined],
  ['Recipe', { name: 'x', image: 'y' }, true, []],
  ['Recipe', { name: 'x' }, false, ['image']],
  ['FAQPage', { mainEntity: [{ name: 'q', acceptedAnswer: { text: 'a' } }] }, true, []],
  [
    'FAQPage',
    { mainEntity: [{ name: 'q', acceptedAnswer: { text: 'a' } }, { name: 'q' }] },
    false,
    ['mainEntity.acceptedAnswer', 'mainEntity.acceptedAnswer.text'],
  ],
  ['HowTo', { name: 'x', step: 'y' }, false, []],
  ['BreadcrumbList', { itemListElement: [{ position: 1, item: { name: 'x' } }] }, true, []],
  ['BreadcrumbList', { itemListElement: [{ name: 'x' }] }, false, ['itemListElement.position']],
  ['Event', { name: 'x', startDate: 'y', location: { address: 'z' } }, true, []],
  ['Event', { name: 'x', startDate: 'y', location: 'z' }, false, ['location.address']],
  ['Restaurant', { name: 'x', address: 'y' }, true, []],
  ['VideoObject', { name: 'x', thumbnailUrl: 'y' }, false, ['uploadDate']],
  [
    'JobPosting',
    { title: 'x', description: 'x', datePosted: 'x', hiringOrganization: 'x' },
    false,
    ['jobLocation|applicantLocationRequirements'],
  ],
  ['Organization', {}, true, []],
  [
    'BreadcrumbList',
    {
      itemListElement: [
        { position: 1, item: { '@id': '/', name: 'x' } },
        { position: 2, name: 'y' },
      ],
    },
    true,
    [],
  ],
  [
    'Review',
    { author: 'a', itemReviewed: { name: 'x' }, reviewRating: { ratingValue: 5 } },
    true,
    [],
  ],
  ['Review', { itemReviewed: { name: 'x' }, reviewRating: { ratingValue: 5 } }, false, ['author']],
  ['AggregateRating', { itemReviewed: { name: 'x' }, ratingValue: 5, reviewCount: 2 }, true, []],
  [
    'AggregateRating',
    { itemReviewed: { name: 'x' }, ratingValue: 5 },
    false,
    ['ratingCount|reviewCount'],
  ],
  ['MobileApplication', { name: 'x', offers: { price: 0 }, review: {} }, true, []],
  ['Course', { name: 'x' }, false, ['description']],
])('%s with %j: eligible %s, missing %j', (type, properties, eligible, missing) => {
  const { richResults } = structuredDataOf(schema(type, properties))
  expect(richResults[0]).toMatchObject({ eligible, source: 'jsonLd', index: 0 })
  if (missing !== undefined) expect(richResults[0]?.missing).toEqual(missing)
})

test('the same item counts in every syntax', () => {
  const microdata =
    '<div itemscope itemtype=https://schema.org/Product><b itemprop=name>x</b><p itemprop=offers itemscope><b itemprop=price>1</b><b itemprop=priceCurrency>EUR</b></p></div>'
  const rdfa =
    '<div vocab=http://schema.org/ typeof=Product><b property=name>x</b><p property=offers typeof=Offer><b property=price>1</b><b property=priceCurrency>EUR</b></p></div>'
  const { richResults } = structuredDataOf(microdata + rdfa)
  expect(richResults.map(({ source, eligible }) => [source, eligible])).toEqual([
    ['microdata', true],
    ['rdfa', true],
  ])
})

test('what a page names as its main entity, breadcrumb or video is judged, a publisher is not', () => {
  const { richResults } = structuredDataOf(
    schema('WebPage', {
      breadcrumb: { '@type': 'BreadcrumbList' },
      mainEntity: [{ '@type': 'Recipe' }],
      publisher: { '@type': 'Organization' },
    }),
  )
  expect(richResults.map(({ type }) => type)).toEqual(['Recipe', 'Breadcrumb'])
})

test('a reference stands for what is described under its @id, in whatever block', () => {
  const question = (id: string) =>
    schema('Question', { '@id': id, name: 'q', acceptedAnswer: { '@type': 'Answer', text: 'a' } })
  const { richResults } = structuredDataOf(
    jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': ['WebPage', 'FAQPage'], '@id': '#page', mainEntity: [{ '@id': '#1' }] },
        { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', '@id': '#me' } },
        { '@type': 'Person', '@id': '#me', name: 'Ann' },
        { '@type': 'QAPage', mainEntity: { '@id': '#nowhere' } },
      ],
    }) + question('#1'),
  )
  expect(richResults.map(({ type, eligible }) => [type, eligible])).toEqual([
    ['FAQ', true],
    ['ProfilePage', true],
    ['QAPage', false],
  ])
})

test('what is referred to is judged once', () => {
  const article = { '@type': 'Article', '@id': '#a', headline: 'x' }
  const page = { '@type': 'WebPage', mainEntity: { '@id': '#a' } }
  const { richResults } = structuredDataOf(jsonLd({ '@graph': [page, article, { '@id': '#a' }] }))
  expect(richResults.map(({ type }) => type)).toEqual(['Article'])
})

test('many references to one large thing are read in bounded time', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at] as const)
  const refs = Array.from({ length: 4_000 }, () => ({ '@id': '#big' }))
  const big = { ...Object.fromEntries(keys), '@id': '#big', name: 'x', text: 'x' }
  const page = { '@type': 'FAQPage', mainEntity: refs }
  const { richResults } = structuredDataOf(
    jsonLd({ '@graph': [{ ...big, acceptedAnswer: refs }, page] }),
  )
  expect(richResults).toMatchObject([{ type: 'FAQ', eligible: true }])
})

test('many things that refer to one with many in it are read in bounded time', () => {
  const answers = Array.from({ length: 80_000 }, () => ({ text: 'a' }))
  const question = { '@id': '#q', '@type': 'Question', name: 'x', acceptedAnswer: answers }
  const page = { '@type': 'FAQPage', mainEntity: { '@id': '#q' } }
  const pages = Array.from({ length: 999 }, () => page)
  const { richResults } = structuredDataOf(jsonLd({ '@graph': [question, ...pages] }))
  expect(richResults).toHaveLength(pages.length)
  expect(richResults.every(({ eligible }) => eligible)).toBe(true)
})

test('many references to one that refers to many are read in bounded time', () => {
  const refs = (id: string, length: number) => Array.from({ length }, () => ({ '@id': id }))
  const big = { '@id': '#big', name: 'x', mainEntity: refs('#none', 80_000) }
  const product = { '@type': 'Product', name: 'x' }
  const { richResults } = structuredDataOf(
    jsonLd({ '@graph': [big, ...refs('#big', 9_000), product] }),
  )
  expect(richResults.map(({ type }) => type)).toEqual(['Product'])
})

test('what is found of a thing that many refer to is asked of it once', () => {
  const asked: string[] = []
  const question: SchemaNode = {
    types: ['Question'],
    isReference: true,
    values: (property) => {
      asked.push(property)
      return ['x']
    },
  }
  const page = { types: ['FAQPage'], isReference: false, values: () => [question] }
  const judge = createRichResultJudge()
  const [first] = judge(page)
  const once = [...asked]
  expect(judge({ ...page })).toEqual([first])
  expect(asked).toEqual(once)
})

test('no more things are made of a page than are judged', () => {
  const blocks = [readJsonLdBlock('[{}, {"video": [{}, {}]}, {}]')]
  const itemsOf = (max: number) => describedItems(blocks, { microdata: [], rdfa: [] }, max)
  expect(itemsOf(10)).toHaveLength(5)
  expect(itemsOf(3)).toHaveLength(3)
})

test('references that lead in circles come to an end', () => {
  const all = Array.from({ length: 200 }, (_, at) => ({ '@id': `#${at}` }))
  const things = all.map((id) => ({
    ...id,
    '@type': 'FAQPage',
    name: 'x',
    mainEntity: all,
    acceptedAnswer: all,
    text: 'x',
  }))
  expect(structuredDataOf(jsonLd({ '@graph': things })).richResults).toHaveLength(200)
})

test('a page with more types than anybody needs still has a result', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => `T${at}`)
  const types = Object.values(RICH_RESULTS).flatMap((rule) => rule.types)
  const { jsonLd: blocks, microdata } = structuredDataOf(
    schema('x'.repeat(30_000)) +
      jsonLd({ '@type': many }) +
      `<p itemscope itemtype="${many.join(' ')}">` +
      jsonLd(Array.from({ length: 300 }, () => ({ '@type': types }))),
  )
  expect(blocks[1]?.types).toHaveLength(1_000)
  expect(microdata[0]?.type).toHaveLength(1_000)
})

test('rich results that are restricted or gone say so', () => {
  const { warnings } = structuredDataOf(schema('FAQPage') + schema('HowTo'))
  expect(warnings.map(({ index, message }) => [index, message])).toEqual([
    [0, RICH_RESULTS.FAQ?.note],
    [1, RICH_RESULTS.HowTo?.note],
  ])
})

test('data that was left out is told', () => {
  const { warnings } = structuredDataOf('<p itemscope>'.repeat(3_000))
  expect(warnings.at(-1)).toMatchObject({ source: 'page', index: null })
})

test('names that objects inherit are no properties', () => {
  const { richResults, jsonLd: blocks } = structuredDataOf(
    jsonLd('{"@context":"x","@type":"constructor","__proto__":{"name":"x"}}'),
  )
  expect(richResults).toEqual([])
  expect(Object.keys(blocks[0]?.data as object)).toContain('__proto__')
})
