import { describe, expect, test } from 'vitest'
import { judgeTrust } from '../../../../../agent/src/analyses/ai-readiness/eeat.ts'
import { describedItems } from '../../../../../agent/src/analyses/structured-data/described-items.ts'
import { readJsonLdBlock } from '../../../../../agent/src/page/structured-data/json-ld/block.ts'
import { factsOf } from '../../../../helpers/analysis-page.ts'

function trustOf(html: string, url = 'https://shop.net/blog/spades') {
  const facts = factsOf(html, { url })
  const blocks = facts.structuredData.jsonLd.map(({ text }) => readJsonLdBlock(text))
  const nodes = describedItems(blocks, facts.structuredData, 100).map(({ node }) => node)
  return judgeTrust(facts, nodes, new URL(url))
}

const jsonLd = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`

const NOTHING = {
  authorSchema: false,
  authorIsPerson: false,
  datePublished: false,
  dateModified: false,
  aboutPage: false,
  contactPage: false,
  privacyPage: false,
}

describe('who wrote a page, and when', () => {
  test.each([
    ['nothing', '<p>by Jane, 2026', {}],
    [
      'JSON-LD',
      jsonLd({
        '@type': 'Article',
        author: { '@type': 'Person', name: 'Jane' },
        datePublished: '2026-01-02',
        dateModified: '2026-02-03T00:00:00Z',
      }),
      { authorSchema: true, authorIsPerson: true, datePublished: true, dateModified: true },
    ],
    [
      'a reference within a graph',
      jsonLd({
        '@graph': [
          { '@type': 'Article', author: { '@id': '#jane' } },
          { '@id': '#jane', '@type': 'Person', name: 'Jane' },
        ],
      }),
      { authorSchema: true, authorIsPerson: true },
    ],
    [
      'an organisation',
      jsonLd({ '@type': 'Article', author: [{ '@type': 'Organization', name: 'Shop' }] }),
      { authorSchema: true },
    ],
    ['a name', jsonLd({ '@type': 'Article', author: 'Jane' }), { authorSchema: true }],
    ['nobody', jsonLd({ '@type': 'Article', author: '', datePublished: 'soon' }), {}],
    [
      'microdata',
      `<div itemscope itemtype="https://schema.org/Article"><span itemprop=author itemscope
        itemtype="https://schema.org/Person">Jane</span><time itemprop=datePublished datetime=2026-01-02>`,
      { authorSchema: true, authorIsPerson: true, datePublished: true },
    ],
    [
      'meta tags',
      `<meta property="article:published_time" content=2026-01-02><meta name=last-modified content=2026>`,
      { datePublished: true, dateModified: true },
    ],
    ['Dublin Core', '<meta name="DC.date.issued" content="2026-01-02">', { datePublished: true }],
  ])('by %s', (_, html, expected) => {
    expect(trustOf(html)).toEqual({ ...NOTHING, ...expected })
  })
})

describe('pages about the site', () => {
  const link = (href: string, text = '') => `<a href="${href}">${text}</a>`
  test.each([
    ['about', '/about'],
    ['about', '/en/about-us/'],
    ['about', '/About_Us.html'],
    ['about', '/ueber-uns'],
    ['about', '/%C3%BCber-uns'],
    ['about', '/qui-sommes-nous'],
    ['about', '/quienes-somos'],
    ['about', 'https://www.shop.net/about'],
    ['about', '/p?id=7', 'Über uns'],
    ['about', '/p?id=7', '关于我们'],
    ['contact', '/contact'],
    ['contact', '/contact-us.php'],
    ['contact', '/kontakt'],
    ['contact', '/contacto'],
    ['contact', '/p?id=8', 'Nous contacter'],
    ['contact', '/p?id=8', 'お問い合わせ'],
    ['privacy', '/privacy-policy'],
    ['privacy', '/datenschutz'],
    ['privacy', '/datenschutzerklaerung.html'],
    ['privacy', '/politique-de-confidentialite'],
    ['privacy', '/politica-de-privacidad'],
    ['privacy', '/p?id=9', 'Privacy & Cookies'],
    ['privacy', '/p?id=9', 'Datenschutzerklärung'],
  ])('%s is %s %s', (page, href, text = '') => {
    const pages = { ...NOTHING, [`${page}Page`]: true }
    expect(trustOf(link(href, text))).toEqual(pages)
  })

  test.each([
    ['/about-last-night'],
    ['https://other.net/about'],
    ['mailto:contact@shop.net', 'Contact'],
    ['/%', 'All about spades'],
    ['/contact-lenses', 'Contact lenses'],
    [`/${'a/'.repeat(300)}about`],
    ['/blog/privacy-at-work', 'What privacy means'],
  ])('none is %s %s', (href, text = '') => {
    expect(trustOf(link(href, text))).toEqual(NOTHING)
  })

  test('the page itself may be one', () => {
    expect(trustOf('', 'https://shop.net/contact')).toEqual({ ...NOTHING, contactPage: true })
  })
})
