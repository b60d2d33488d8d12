import { expect, test } from 'vitest'
import { checkByOwnRules } from '../../../../agent/src/accessibility/own-rules.ts'
import { ACCESSIBILITY_CASES, idsOf, pageWith } from '../../../helpers/accessibility-cases.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

test.each(ACCESSIBILITY_CASES)('%s is broken and kept', (id, broken, kept) => {
  for (const [html, isKept] of [
    [broken, false],
    [kept, true],
  ] as const) {
    const own = checkByOwnRules(pageOf(html))
    expect(idsOf(isKept ? own.passes : own.violations)).toContain(id)
    expect(idsOf(isKept ? own.violations : own.passes)).not.toContain(id)
  }
})

test.each([
  '<div style="display: none"><a href="/">Home</a><button>Go</button><input><img src=a.png></div>',
  '<div hidden><a href="/">Home</a></div>',
  '<dialog><button>Close</button><select></select></dialog>',
  '<div popover><h4>Menu</h4><a href="/">Home</a></div>',
  '<div aria-hidden="true"><a href="/">Home</a><input><h4></h4></div>',
  '<input name=trap style="display:none"><textarea hidden></textarea>',
  '<iframe src="/" aria-hidden="true"></iframe>',
])('what nobody meets keeps nobody from anything: %s', (html) => {
  expect(checkByOwnRules(pageOf(pageWith(html))).violations).toEqual([])
})

test.each([
  '<select></select>',
  '<textarea></textarea>',
  '<input>',
  '<dialog open><input></dialog>',
])('a field that is seen needs a label, though what it holds is no text: %s', (html) => {
  expect(idsOf(checkByOwnRules(pageOf(pageWith(html))).violations)).toEqual(['label'])
})

test('the element is told, a selector that finds it, and how often', () => {
  const html = pageWith(`<div id="list">${'<p><img src="a.png"></p>'.repeat(30)}</div>`)
  const found = checkByOwnRules(pageOf(html)).violations.find(({ id }) => id === 'image-alt')
  expect(found).toMatchObject({ impact: 'critical', count: 30 })
  expect(found?.nodes).toHaveLength(20)
  expect(found?.nodes[1]).toMatchObject({
    html: '<img src="a.png">',
    target: '#list > p:nth-of-type(2) > img:nth-of-type(1)',
  })
})

test('our own rules take any page: none, text, deep, wide and broken ones', () => {
  expect(checkByOwnRules(pageOf('')).violations).toEqual([])
  const text = pageOf('plain', { headers: { 'content-type': 'text/plain' } })
  expect(checkByOwnRules(text)).toMatchObject({ violations: [], passes: [] })
  for (const html of [
    '<div>'.repeat(100_000),
    '<a href="/">'.repeat(50_000),
    '<ul><li>'.repeat(50_000),
    '<p id=a aria-labelledby="a '.repeat(20_000),
    `<img ${'x '.repeat(100_000)}>`,
  ]) {
    expect(checkByOwnRules(pageOf(html)).engine).toBe('own rules')
  }
})

test('a shadow tree that the page declares is judged, and has ids of its own', () => {
  const card = (image: string) =>
    `<x-card><template shadowrootmode="open"><p id="a">Name</p><input aria-labelledby="a">${image}</template></x-card>`
  const violations = (html: string) => idsOf(checkByOwnRules(pageOf(pageWith(html))).violations)
  expect(violations(card('').repeat(2))).toEqual([])
  expect(violations(card('<img src="a.png">').repeat(2))).toEqual(['image-alt'])
  expect(violations('<p id="a">Name</p><input aria-labelledby="a">'.repeat(2))).toEqual([
    'duplicate-id-aria',
  ])
})
