import { expect, test } from 'vitest'
import { factsOf } from '../../../../helpers/analysis-page.ts'

const rdfaOf = (html: string) => factsOf(html).structuredData.rdfa

const person = (properties: Record<string, unknown[]>, id: string | null = null) => ({
  type: ['http://schema.org/Person'],
  id,
  properties,
})

// Shaped after the examples of RDFa Lite 1.1, section 2.
test.each([
  [
    'vocab, typeof and property',
    '<p vocab="http://schema.org/" typeof="Person">My name is <span property="name">Manu</span>, call <span property="telephone">1-800</span>. <a property="url" href="http://manu.example/">Page</a>.</p>',
    [person({ name: ['Manu'], telephone: ['1-800'], url: ['http://manu.example/'] })],
  ],
  [
    'resource names the item, an image is its address',
    '<p vocab="http://schema.org/" resource="#manu" typeof="Person"><img property="image" src="/m.png"></p>',
    [person({ image: ['https://example.com/m.png'] }, 'https://example.com/#manu')],
  ],
  [
    'prefixes, declared and known',
    '<p vocab="http://schema.org/" prefix="ov: http://open.vocab.org/terms/" typeof="Person"><b property="ov:preferredAnimal">Liger</b><b property="foaf:nick schema:name">M</b></p>',
    [
      person({
        'http://open.vocab.org/terms/preferredAnimal': ['Liger'],
        'http://xmlns.com/foaf/0.1/nick': ['M'],
        name: ['M'],
      }),
    ],
  ],
  [
    'an item that is a property of another',
    '<div vocab="http://schema.org/" typeof="Person"><b property="name">A</b><div property="knows" typeof="Person"><b property="name">B</b></div><b property="email">c</b></div>',
    [person({ name: ['A'], knows: [person({ name: ['B'] })], email: ['c'] })],
  ],
  [
    'content and datetime before text and address',
    '<div vocab="http://schema.org/" typeof="Person"><meta property="name" content="A"><time property="birthDate" datetime="2001-05-01">May</time><a property="url" href="/x" content="y">z</a></div>',
    [person({ name: ['A'], birthDate: ['2001-05-01'], url: ['y'] })],
  ],
  [
    'a type without vocabulary, and a full address',
    '<p typeof="Thing http://x.example/T"></p>',
    [{ type: ['Thing', 'http://x.example/T'], id: null, properties: {} }],
  ],
  [
    'markup that wikis mark for themselves is no item',
    '<figure typeof="mw:File/Thumb"><a href="/x"><img resource="./File:Tree.jpg" src="t.jpg"></a></figure>',
    [],
  ],
  ['Open Graph is of the page, and no item', '<meta property="og:title" content="x">', []],
])('%s', (_, html, items) => {
  expect(rdfaOf(html)).toEqual(items)
})

test('a vocabulary ends with its element', () => {
  const html = '<div vocab="http://a.example/"></div><p typeof="T"></p>'
  expect(rdfaOf(html)[0]?.type).toEqual(['T'])
})
