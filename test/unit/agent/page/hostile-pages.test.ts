import { expect, test } from 'vitest'
import { PAGE_LIMITS } from '../../../../agent/src/page/limits.ts'
import { factsOf } from '../../../helpers/analysis-page.ts'

const MANY = 100_000
const numbered = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('')

/** Formatting that is left open: every paragraph begins with it, and its attributes, anew. */
const reopened = (attributes: string) => `<p><b ${attributes}>` + '<p>x'.repeat(MANY / 5)
const WORDS = 'x '.repeat(500_000)

/** Pages on which something quadratic would take minutes. That each is read within the test's own time is
 *  what these tests are about. */
const PAGES: Readonly<Record<string, () => string>> = {
  'nested elements': () => '<div>'.repeat(MANY),
  'nested formatting': () => '<b>'.repeat(MANY),
  'nested tables': () => '<table><tr><td>'.repeat(MANY / 2),
  'nested links and paragraphs': () => '<a href=x><p>'.repeat(MANY / 2),
  'paragraphs that reopen formatting': () => numbered(3_000, (at) => `<p><b id=${at}>x</p>`),
  'paragraphs that reopen a long style': () => reopened(`style="${WORDS}"`),
  'paragraphs that reopen a long role': () => reopened(`role="${WORDS}"`),
  'paragraphs that reopen a role after much space': () => reopened(`role="${' '.repeat(1e6)}"`),
  'paragraphs that reopen a button with a name elsewhere': () =>
    reopened(`role=button aria-labelledby="${WORDS}"`),
  'paragraphs that reopen a long property': () => reopened(`property="${WORDS}"`),
  'paragraphs that reopen many prefixes': () => reopened(`prefix="${WORDS}"`),
  'paragraphs that reopen a property of an item': () =>
    `<div itemscope>${reopened(`itemprop="${WORDS}"`)}`,
  'misnested formatting over many children': () =>
    numbered(5_000, (at) => `<b id=${at}>`) + '<p>' + '<br>'.repeat(MANY) + '</b>'.repeat(5_000),
  'content that tables push out': () => '<table>' + '<div></div>x'.repeat(MANY),
  'attributes on one element': () => `<p ${numbered(MANY, (at) => `a${at} `)}>`,
  'attributes on many html elements': () => numbered(MANY, (at) => `<html a${at}>`),
  'end tags of nothing': () => '<span>'.repeat(MANY) + '</i>'.repeat(MANY),
  'a long attribute': () => `<a href="/${'x'.repeat(1_000_000)}" title="${'y '.repeat(500_000)}">`,
  'a long base': () => `<base href="/${'x'.repeat(16_000)}/">` + '<a href=x></a>'.repeat(5_000),
  'null bytes': () => '\0'.repeat(1_000_000) + '<p>\0</p>'.repeat(MANY),
  links: () => numbered(MANY, (at) => `<a href=/${at}>x</a>`),
  fields: () => '<input id=a aria-labelledby=b>'.repeat(MANY),
  text: () => 'lorem ipsum '.repeat(400_000),
  'white space': () => `<a href=x>${' \n'.repeat(2_000_000)}x`,
  'noscripts in noscripts': () => '<noscript>'.repeat(MANY),
  'many noscripts': () => '<noscript><p>x</noscript>'.repeat(MANY / 10),
  'more noscripts than elements are looked at': () => '<noscript>x</noscript>'.repeat(1.5 * MANY),
  'shadow trees within each other': () => '<x-a><template shadowrootmode=open>'.repeat(MANY),
  'shadow trees beside each other': () =>
    '<x-a><template shadowrootmode=open><slot></slot></template>a</x-a>'.repeat(MANY / 4),
  'shadow trees of one host': () =>
    `<x-a>${'<template shadowrootmode=open>a</template>'.repeat(MANY)}`,
  'slots that pass on what they were given': () =>
    `${'<x-a><template shadowrootmode=open><x-b><slot></slot></x-b></template>'.repeat(2_000)}${'<i></i>'.repeat(MANY)}`,
  'slots of the same name': () =>
    `<x-a><template shadowrootmode=open>${'<slot></slot>'.repeat(MANY / 2)}</template>${'<i></i>'.repeat(MANY)}`,
  'a style sheet of beginnings': () => `<style>${'url("@import '.repeat(MANY)}`,
  'a srcset of beginnings': () => `<img srcset="${'a (,'.repeat(MANY)}">`,
  'nested items': () => '<div itemscope itemprop=a>'.repeat(MANY),
  'nested properties': () => '<div itemscope>' + '<i itemprop=a>text'.repeat(MANY),
  'items that name each other': () =>
    numbered(200, (at) => `<div itemscope id=a${at} itemref="a${at + 1} a${at + 2} a0"></div>`) +
    numbered(200, (at) => `<p itemscope itemprop=x id=b${at} itemref="b${at + 1} b${at + 2}"></p>`),
  'names of properties that many items refer to': () =>
    `<div itemscope><i id=a itemprop="${WORDS}">x</i></div>` +
    '<div itemscope itemref=a></div>'.repeat(1_900),
  'types of a long vocabulary': () =>
    `<div vocab="x:${'v'.repeat(16_000)}">` +
    `<i typeof="${'a b c d '.repeat(300)}">`.repeat(1_900),
  'properties of a long prefix': () =>
    `<div typeof=a prefix="p: x:${'v'.repeat(9_000)}">` +
    `<i property="${numbered(300, (at) => `p:${at} `)}"></i>`.repeat(1_900),
  'nested RDFa': () => '<div vocab=x: property=a typeof=b>text'.repeat(MANY),
  'nested buttons': () => '<div role=button><h1>'.repeat(MANY / 10) + 'text'.repeat(MANY),
  'meta content of beginnings': () =>
    `<meta http-equiv=content-type content="${'charset '.repeat(MANY)}">`,
  'open comments': () => '<!--'.repeat(MANY),
  comments: () => '<!-->'.repeat(MANY),
}

test.each(Object.keys(PAGES))('%s are read in bounded time and space', (name) => {
  const { document, anchors, text } = factsOf(PAGES[name]?.() ?? '')
  expect(document.elements).toBeLessThanOrEqual(PAGE_LIMITS.elements)
  expect(document.maxDepth).toBeLessThanOrEqual(PAGE_LIMITS.depth)
  expect(anchors.list.length).toBeLessThanOrEqual(PAGE_LIMITS.listed)
  const characters = text.blocks.reduce((sum, block) => sum + block.text.length, 0)
  expect(characters).toBeLessThanOrEqual(PAGE_LIMITS.textCharacters)
})

test('a page that is nested too deep says so, and its beginning is read', () => {
  const facts = factsOf('<h1>Title</h1>' + '<div>'.repeat(MANY) + '<p>deep')
  expect(facts.document).toMatchObject({ isCut: true, maxDepth: PAGE_LIMITS.depth })
  expect(facts.headings).toEqual([{ level: 1, text: 'Title' }])
})

test('a page that makes more elements than are looked at says so', () => {
  const facts = factsOf('<i>'.repeat(3) + numbered(3_000, (at) => `<p><b id=${at}>x</p>`))
  expect(facts.document.isCut).toBe(true)
})

test('a page that repeats more attributes than are looked at says so, and its beginning is read', () => {
  const facts = factsOf('<h1>Title</h1>' + reopened(`style="${WORDS}"`))
  expect(facts.document.isCut).toBe(true)
  expect(facts.headings).toEqual([{ level: 1, text: 'Title' }])
})

test.each([
  'names of properties that many items refer to',
  'types of a long vocabulary',
  'paragraphs that reopen a property of an item',
])('structured data that is not read whole says so: %s', (name) => {
  const { structuredData, document } = factsOf(PAGES[name]?.() ?? '')
  expect(structuredData.isCut || document.isCut).toBe(true)
})

test('a prefix of RDFa is no longer than an address of a vocabulary', () => {
  const rdfaOf = (length: number) =>
    factsOf(`<p prefix="p: ${'v'.repeat(length)}"><b typeof=p:a>`).structuredData.rdfa
  expect(rdfaOf(1_000)).toMatchObject([{ type: [`${'v'.repeat(1_000)}a`] }])
  expect(rdfaOf(1_001)).toEqual([])
})

test('counters go on where lists end', () => {
  const facts = factsOf('<a href=x>y</a><img>'.repeat(PAGE_LIMITS.listed + 10))
  expect(facts.anchors.list).toHaveLength(PAGE_LIMITS.listed)
  expect(facts.anchors.total).toBe(PAGE_LIMITS.listed + 10)
  expect(facts.images.total).toBe(PAGE_LIMITS.listed + 10)
})
