import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank, searchableForms } from '../../../../../agent/src/checks/web/document-text.ts'

test.for([
  ['<p>hello</p>', ['<p>hello</p>']],
  ['<p>a</p><script>b</script><p>c</p>', ['<p>a</p><script></script><p>c</p>']],
  ['<script src="b.js"></script>c', ['<script src="b.js"></script>c']],
  ['<script data-x="a>b">code</script>c', ['<script data-x="a>b"></script>c']],
  ['<p title="<script>">a</p><b>c</b>', ['<p title="<script>">a</p><b>c</b>']],
  ['<constructor>a</constructor>', ['<constructor>a</constructor>']],
  ['<noscript>Switch on scripts</noscript>c', ['<noscript></noscript>c']],
  ['<!-- build <script> 12 --><b>c</b>', ['<!-- build <script> 12 --><b>c</b>']],
  [
    '<style>a::after{content:"<script>"}</style>b',
    ['<style>a::after{content:"<script>"}</style>b'],
  ],
  ['<SCRIPT>a</SCRIPT>b', ['<SCRIPT></SCRIPT>b']],
  ['<scripted>a</scripted>', ['<scripted>a</scripted>']],
  ['a<script>b', ['a<script>']],
  ['a<script', ['a<script']],
  ['a<!-- b', ['a<!-- b']],
  [
    '<i>Tom &amp; Jerry&nbsp;&lt;3</i>',
    ['<i>Tom &amp; Jerry&nbsp;&lt;3</i>', '<i>Tom & Jerry\u00a0<3</i>'],
  ],
  ['&amp;lt;', ['&amp;lt;', '&lt;']],
] as const)('%j is searched as %j', ([html, forms]) => {
  expect(searchableForms(html)).toEqual(forms)
})

test.for([
  ['', true],
  ['<html><head></head><body></body></html>', true],
  ['<head><title></title><style>a{}</style></head><body><div id="root"></div>\n</body>', true],
  ['<body><script>document.body.append("hello")</script><!-- note --></body>', true],
  ['<body><img alt="hello"></body>', true],
  ['<title>Shop</title>', false],
  ['<body>&nbsp;.</body>', false],
] as const)('%j is blank: %s', ([html, expected]) => {
  expect(isBlank(html)).toBe(expected)
})

test('any document is taken apart without loss but its scripts', () => {
  const piece = fc.constantFrom(
    '<script>',
    '</script>',
    '<noscript>',
    '</noscript>',
    '<!--',
    '-->',
    '<style>',
    '</style>',
    '<p title="',
    '">',
    'text',
    '<',
    '>',
    '"',
    '&amp;',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const html = pieces.join('')
      const [written = ''] = searchableForms(html)
      expect(written.length).toBeLessThanOrEqual(html.length)
      if (!/<(?:no)?script>/.test(html)) expect(written).toBe(html)
    }),
  )
})

test.for(['<', '<!--', '<script>', '<script ', '<p a="', '&amp', '<style>x', '<p a="" '])(
  'a document of nothing but %j takes no time',
  (part) => {
    const html = part.repeat(5_000_000 / part.length)
    expect(searchableForms(html).length).toBeGreaterThan(0)
    expect(typeof isBlank(html)).toBe('boolean')
  },
)
