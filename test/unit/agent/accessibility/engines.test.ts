import { expect, test } from 'vitest'
import { checkByOwnRules } from '../../../../agent/src/accessibility/own-rules.ts'
import { runAxe } from '../../../../agent/src/accessibility/run-axe.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main>${body}</main></body></html>`

/** For each rule a page that breaks it and one that keeps it. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['image-alt', page('<img src="a">'), page('<img src="a" alt="">')],
  ['input-image-alt', page('<input type="image" src="a">'), page('<input type="image" alt="Go">')],
  [
    'area-alt',
    page('<img usemap="#m" alt="x"><map name="m"><area href="/"></map>'),
    page('<img usemap="#m" alt="x"><map name="m"><area href="/" alt="Home"></map>'),
  ],
  ['link-name', page('<a href="/"></a>'), page('<a href="/"><img src="a" alt="Home"></a>')],
  ['button-name', page('<button></button>'), page('<button aria-label="Close"></button>')],
  [
    'input-button-name',
    page('<input type="button">'),
    page('<input type="submit"><input type="button" value="Go">'),
  ],
  [
    'label',
    page('<input name="q">'),
    page('<label>Name <input></label><label for="b">City</label><input id="b">'),
  ],
  // A label around one field is none for the others.
  ['label', page('<label>Name <input></label><input>'), page('<label>Name <input></label>')],
  // The title of a drawing is its name.
  [
    'link-name',
    page('<a href="/"><svg></svg></a>'),
    page('<a href="/"><svg><title>Home</title></svg></a>'),
  ],
  ['frame-title', page('<iframe src="/a"></iframe>'), page('<iframe title="Map"></iframe>')],
  ['html-has-lang', '<title>Shop</title><p>Text', page('<p>Text')],
  ['document-title', '<html lang="en"><p>Text', page('<p>Text')],
  [
    'meta-viewport',
    '<html lang="en"><title>T</title><meta name="viewport" content="user-scalable=no"><p>T',
    '<html lang="en"><title>T</title><meta name="viewport" content="width=device-width"><p>T',
  ],
  ['heading-order', page('<h1>One</h1><h3>Three</h3>'), page('<h1>One</h1><h2>Two</h2>')],
  ['empty-heading', page('<h1>One</h1><h2></h2>'), page('<h1>One</h1><h2>Two</h2>')],
  ['list', page('<ul><div>One</div></ul>'), page('<ul><li>One</li></ul>')],
  ['listitem', page('<div><li>One</li></div>'), page('<ol><li>One</li></ol>')],
  [
    'td-headers-attr',
    page('<table><tr><th id="h">A</th><td headers="gone">1</td></tr></table>'),
    page('<table><tr><th id="h">A</th><td headers="h">1</td></tr></table>'),
  ],
  [
    'duplicate-id-aria',
    page('<p id="n">A</p><p id="n">B</p><input aria-labelledby="n">'),
    page('<p id="n">A</p><input aria-labelledby="n">'),
  ],
  ['tabindex', page('<a href="/" tabindex="3">A</a>'), page('<a href="/" tabindex="0">A</a>')],
  ['aria-roles', page('<p role="knob">A</p>'), page('<p role="note">A</p>')],
  ['aria-valid-attr', page('<p aria-lable="A">A</p>'), page('<p aria-describedby="x">A</p>')],
]

const idsOf = (rules: readonly { readonly id: string }[]): string[] => rules.map(({ id }) => id)

test.each(CASES)(
  '%s is broken and kept by the same pages in axe-core and in our own rules',
  async (id, broken, kept) => {
    for (const [html, isKept] of [
      [broken, false],
      [kept, true],
    ] as const) {
      const own = checkByOwnRules(pageOf(html))
      expect(idsOf(isKept ? own.passes : own.violations)).toContain(id)
      expect(idsOf(isKept ? own.violations : own.passes)).not.toContain(id)
      const axe = await runAxe({ html, url: 'https://example.com/' })
      // axe-core leaves what it cannot be sure of to people.
      const found = idsOf([...axe.violations, ...axe.incomplete])
      if (isKept) expect(found).not.toContain(id)
      else expect(found).toContain(id)
    }
  },
)

test('both tell the element, a selector that finds it, and how often', async () => {
  const html = page(`<div id="list">${'<p><img src="a.png"></p>'.repeat(30)}</div>`)
  const [own, axe] = [checkByOwnRules(pageOf(html)), await runAxe({ html, url: 'https://a.test/' })]
  for (const { violations } of [own, axe]) {
    const found = violations.find(({ id }) => id === 'image-alt')
    expect(found).toMatchObject({ impact: 'critical', count: 30 })
    expect(found?.nodes).toHaveLength(20)
    expect(found?.nodes[1]).toMatchObject({
      html: '<img src="a.png">',
      target: '#list > p:nth-of-type(2) > img:nth-of-type(1)',
    })
  }
})

test('axe-core does not run the scripts of a page, nor load what it names', async () => {
  const html = page(`<script>document.title = ''; document.body.innerHTML = '<img>'</script>
    <script src="http://127.0.0.1:9/x.js"></script><iframe title="x" src="http://127.0.0.1:9/"></iframe>
    <img alt="x" src="http://127.0.0.1:9/x.png" onerror="document.title = ''"><p>Text</p>`)
  const { violations, engine } = await runAxe({ html, url: 'http://127.0.0.1:9/' })
  expect(engine).toMatch(/^axe-core \d/)
  expect(idsOf(violations)).not.toContain('document-title')
  expect(idsOf(violations)).not.toContain('image-alt')
})

test('axe-core judges every rule that it is asked about', async () => {
  const none =
    '<html lang="en"><title>Shop</title><div><p>Text</p><dialog><h1>One</h1></dialog></div>'
  for (const [html, isKept] of [
    [none, false],
    [page('<h1>One</h1>'), true],
  ] as const) {
    const { violations, passes, incomplete } = await runAxe({ html, url: 'https://a.test/' })
    const ids = ['landmark-one-main', 'page-has-heading-one']
    expect(idsOf(isKept ? passes : violations)).toEqual(expect.arrayContaining(ids))
    const summaries = incomplete.flatMap(({ nodes }) => nodes.map(({ summary }) => summary))
    expect(summaries.join('\n')).not.toContain('Axe encountered an error')
  }
})

test.each([
  ['<script>document.write("<style>p{}<\\/style>")</script>'],
  ['<!-- <style> -->'],
  ['<svg><style/></svg>'],
  ['<textarea title="a"><style></textarea>'],
  ['<style>p::before { content: "<style>" }</style><style></style>'],
])('what %s says of styles takes nothing else of the page away', async (piece) => {
  const html = page(`${piece}<img src="a">`)
  const { violations } = await runAxe({ html, url: 'https://a.test/' })
  expect(idsOf(violations)).toContain('image-alt')
})

test('every rule that passes has an impact of axe-core’s own', async () => {
  const { passes } = await runAxe({
    html: page('<img alt="x"><a href="/">A</a>'),
    url: 'https://a.test/',
  })
  const impacts = new Map(passes.map(({ id, impact }) => [id, impact]))
  expect(impacts.get('image-alt')).toBe('critical')
  expect(impacts.get('link-name')).toBe('serious')
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
