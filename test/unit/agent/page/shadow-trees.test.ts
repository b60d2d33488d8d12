import { describe, expect, it, test } from 'vitest'
import { factsOf } from '../../../helpers/analysis-page.ts'

const shadow = (inside: string, rest = 'shadowrootmode=open'): string =>
  `<template ${rest}>${inside}</template>`

const textsOf = (html: string): string[] => factsOf(html).text.blocks.map(({ text }) => text)

describe('what stands in a shadow tree that a page declares', () => {
  it('is read with its links, headings, images, fields, scripts and styles', () => {
    const facts = factsOf(
      `<x-card>${shadow('<style>p{}</style><h2>Offer</h2><p>Two <a href=/two>rooms</a><img src=/i.png><input><script src=/s.js></script>')}</x-card>`,
      { url: 'https://example.com/' },
    )
    expect(facts.text.blocks.map(({ text }) => text)).toEqual(['Offer', 'Two rooms'])
    expect(facts.headings).toEqual([{ level: 2, text: 'Offer' }])
    expect(facts.anchors.list).toMatchObject([{ url: 'https://example.com/two', text: 'rooms' }])
    expect(facts.images.list).toMatchObject([{ src: '/i.png' }])
    expect(facts.fields).toEqual({ total: 1, withoutLabel: 1 })
    expect(facts.scripts).toMatchObject([{ src: '/s.js' }])
    expect(facts.styles).toHaveLength(1)
  })

  it('is read where it is shut to scripts too, as people see it', () => {
    expect(textsOf(`<x-card>${shadow('<p>a', 'shadowrootmode=CLOSED')}</x-card>`)).toEqual(['a'])
  })

  it('stands around what its slots take, in their places', () => {
    const html = `<x-card><b slot=end>four</b>one<i> two</i>${shadow('<p>zero</p><p><slot>unused</slot></p><p>three <slot name=end></slot><slot name=none>five</slot>')}</x-card>`
    expect(textsOf(html)).toEqual(['zero', 'one two', 'three fourfive'])
  })

  it('gives each slot that was given already to nobody else', () => {
    const html = `<x-card>one${shadow('<p><slot></slot></p><p><slot>two</slot></p>')}</x-card>`
    expect(textsOf(html)).toEqual(['one', 'two'])
  })

  it('hides what no slot takes; links there are still links', () => {
    const facts = factsOf(`<x-card>a<a href=/b>c</a>${shadow('<p>d')}</x-card>`)
    expect(facts.text.blocks.map(({ text }) => text)).toEqual(['d'])
    expect(facts.anchors.list).toMatchObject([{ href: '/b', text: 'c' }])
  })

  it('may hold hosts of its own, which pass on what they were given', () => {
    const inner = `<x-in>${shadow('<li>before</li><slot></slot>')}<slot name=x></slot></x-in>`
    const html = `<x-out>${shadow(`<ul>${inner}</ul>`)}<a slot=x href=/deep>deep</a></x-out>`
    const facts = factsOf(html)
    expect(facts.text.blocks.map(({ text }) => text)).toEqual(['before', 'deep'])
    expect(facts.anchors.list).toMatchObject([{ href: '/deep' }])
  })

  it('tells where JSON-LD stands', () => {
    const facts = factsOf(
      `<p>\n<x-a>${shadow('\n<script type=application/ld+json>{}</script>')}</x-a>`,
    )
    expect(facts.structuredData.jsonLd).toEqual([{ text: '{}', line: 3 }])
  })

  it('has ids of its own', () => {
    const card = `<x-card>${shadow('<p id=a></p><p id=b></p><p id=b></p>')}</x-card>`
    const { duplicated, duplicatedTotal } = factsOf(`<p id=a></p>${card}${card}`).ids
    expect([duplicated, duplicatedTotal]).toEqual([['b'], 1])
  })

  it('has no say in where addresses lead', () => {
    const facts = factsOf(`<x-a>${shadow('<base href=/b/>')}</x-a><a href=c>`, {
      url: 'https://example.com/',
    })
    expect(facts.anchors.list[0]?.url).toBe('https://example.com/c')
  })
})

test.each([
  ['another word', `<x-a>${shadow('<p>a', 'shadowrootmode=none')}</x-a>`],
  ['an element that can have none', `<ul><li>${shadow('<p>a')}</li></ul>`],
  ['a name of no element of its own', `<annotation-xml>${shadow('<p>a')}</annotation-xml>`],
  ['no element', `<template>${shadow('<p>a')}</template>`],
  ['a host in a template', `<template><x-a>${shadow('<p>a')}</x-a></template>`],
])('a template of %s stays one', (_, html) => {
  expect(factsOf(`<body>${html}`).text.blocks).toEqual([])
})

test('a second template of a host stays one', () => {
  expect(textsOf(`<div>${shadow('<p>a')}${shadow('<p>b')}</div>`)).toEqual(['a'])
})

test('a page of XML has none', () => {
  const html = `<html xmlns="http://www.w3.org/1999/xhtml"><body><div>${shadow('<p>a</p>', 'shadowrootmode="open"')}</div></body></html>`
  const headers = { 'content-type': 'application/xhtml+xml' }
  expect(factsOf(html, { headers }).text.blocks).toEqual([])
})
