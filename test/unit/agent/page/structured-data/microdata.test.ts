import { expect, test } from 'vitest'
import { factsOf } from '../../../../helpers/analysis-page.ts'

const microdataOf = (html: string) =>
  factsOf(html, { url: 'https://example.com/dir/' }).structuredData.microdata

const item = (
  properties: Record<string, unknown[]>,
  type: string[] = [],
  id: string | null = null,
) => ({
  type,
  id,
  properties,
})

// Shaped after the examples of the HTML standard, section 5.1 and 5.2.
test.each([
  [
    'a name beside other text',
    '<div itemscope><p>My name is <span itemprop="name">Elizabeth</span>.</p></div>',
    [item({ name: ['Elizabeth'] })],
  ],
  [
    'two items without relation',
    '<div itemscope><b itemprop=name>Elizabeth</b></div><div itemscope><b itemprop=name>Daniel</b></div>',
    [item({ name: ['Elizabeth'] }), item({ name: ['Daniel'] })],
  ],
  [
    'an image, a number in words for machines, a date',
    '<div itemscope><img itemprop=image src=logo.png><data itemprop=product-id value=9678AOU879>The</data>' +
      '<meter itemprop=rating min=0 value=3.5 max=5>Rated</meter><time itemprop=birthday datetime=2009-05-10>May</time></div>',
    [
      item({
        image: ['https://example.com/dir/logo.png'],
        'product-id': ['9678AOU879'],
        rating: ['3.5'],
        birthday: ['2009-05-10'],
      }),
    ],
  ],
  [
    'an item that is a property of another',
    '<div itemscope><p>Name: <b itemprop=name>Amanda</b><p itemprop=band itemscope><b itemprop=name>Jazz Band</b> (<b itemprop=size>12</b>)</div>',
    [item({ name: ['Amanda'], band: [item({ name: ['Jazz Band'], size: ['12'] })] })],
  ],
  [
    'properties elsewhere, by itemref',
    '<div itemscope id=amanda itemref="a b"></div><p id=a>Name: <b itemprop=name>Amanda</b></p>' +
      '<div id=b itemprop=band itemscope itemref=c></div><div id=c><p>Band: <b itemprop=name>Jazz Band</b><p>Size: <b itemprop=size>12</b></div>',
    [item({ name: ['Amanda'], band: [item({ name: ['Jazz Band'], size: ['12'] })] })],
  ],
  [
    'several values of one property, and one value for two',
    '<div itemscope><i itemprop=flavor>Lemon</i><i itemprop=flavor>Apricot</i><b itemprop="color shade color">orange</b></div>',
    [item({ flavor: ['Lemon', 'Apricot'], color: ['orange'], shade: ['orange'] })],
  ],
  [
    'a global identifier and two types',
    '<dl itemscope itemtype="https://vocab.example/book https://b.example/x https://b.example/x" itemid=" urn:isbn:0-330-34032-8 "><dt>Title<dd itemprop=title>The Reality</dl>',
    [
      item(
        { title: ['The Reality'] },
        ['https://vocab.example/book', 'https://b.example/x'],
        'urn:isbn:0-330-34032-8',
      ),
    ],
  ],
  [
    'values by element, empty where the address is none',
    '<div itemscope><meta itemprop=m content=c><meta itemprop=m><a itemprop=u href=/x>t</a><a itemprop=u>t</a>' +
      '<link itemprop=l href="http://["><object itemprop=o data=d></object><time itemprop=t>noon</time><source itemprop=s src=y></div>',
    [
      item({
        m: ['c', ''],
        u: ['https://example.com/x', ''],
        l: [''],
        o: ['https://example.com/dir/d'],
        t: ['noon'],
        s: ['https://example.com/dir/y'],
      }),
    ],
  ],
  [
    'text as it stands, that of properties within too',
    '<p itemscope><span itemprop=a> x <i itemprop=b>y</i></span></p>',
    [item({ a: [' x y'], b: ['y'] })],
  ],
  ['a property without an item', '<p itemprop=a>x', []],
])('%s', (_, html, items) => {
  expect(microdataOf(html)).toEqual(items)
})

test('properties come in the order of the page, whatever itemref says', () => {
  const html =
    '<b id=x itemprop=p>1</b><div itemscope itemref="y x"><b itemprop=p>2</b></div><b id=y itemprop=p>3</b>'
  expect(microdataOf(html)).toEqual([item({ p: ['1', '2', '3'] })])
})

test('an item that contains itself says so in place of the loop', () => {
  const html =
    '<div itemscope itemref=a></div><div id=a itemprop=x itemscope itemref=b></div>' +
    '<div id=b itemprop=x itemscope itemref=a></div>'
  expect(microdataOf(html)).toEqual([item({ x: [item({ x: [item({ x: ['ERROR'] })] })] })])
  expect(microdataOf('<div itemscope id=a itemref=a><b itemprop=p>1</b></div>')).toEqual([
    item({ p: ['1'] }),
  ])
})

test('items that fan out without end are cut, and that is told', () => {
  const html = Array.from(
    { length: 60 },
    (_, at) =>
      `<div ${at === 0 ? '' : 'itemprop=x'} itemscope id=a${at} itemref="b${at} c${at}"></div>` +
      `<p id=b${at} itemprop=x itemscope itemref="a${at + 1}"></p><p id=c${at} itemprop=x itemscope itemref="a${at + 1}"></p>`,
  ).join('')
  expect(factsOf(html).structuredData.isCut).toBe(true)
})

test('a property may be called __proto__', () => {
  const [found] = microdataOf('<p itemscope><b itemprop=__proto__>x</b></p>')
  expect(Object.entries(found?.properties ?? {})).toEqual([['__proto__', ['x']]])
})
