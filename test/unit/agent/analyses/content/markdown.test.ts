import { expect, test } from 'vitest'
import { mainElementOf } from '../../../../../agent/src/analyses/content/main-element.ts'
import { markdownOf, markdownOfBlocks } from '../../../../../agent/src/analyses/content/markdown.ts'
import { readableDocument } from '../../../../../agent/src/analyses/content/readable-document.ts'
import { parseHtml } from '../../../../../agent/src/page/parse/parse-html.ts'

function markdown(html: string): string {
  const resolve = (reference: string) =>
    URL.parse(reference, 'https://example.com/a/b')?.href ?? null
  const document = readableDocument(parseHtml(html).document, resolve)
  if (document === null) throw new Error('The page of the test is too large.')
  return markdownOf(mainElementOf(document))
}

test.each([
  ['<h1>One</h1><h3>Three</h3><p>Text</p>', '# One\n\n### Three\n\nText'],
  ['<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code></p>', 'a **b** _c_ ~~d~~ `e`'],
  ['<p>a * b_c [d] # e</p>', 'a \\* b\\_c \\[d\\] # e'],
  ['<p>one<br>two</p><hr><p>three</p>', 'one  \ntwo\n\n---\n\nthree'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n> \n> b'],
  [
    '<p>the &lt;title> tag, &lt;/p>, &lt;!-- a --> 1 &lt; 2</p>',
    'the \\<title> tag, \\</p>, \\<!-- a --> 1 < 2',
  ],
  [
    '<p>write &amp;amp; or &amp;#38; in R&amp;D; AT&amp;T</p>',
    'write \\&amp; or \\&#38; in R\\&D; AT&T',
  ],
  ['<p><code>&lt;p> &amp;amp;</code></p>', '`<p> &amp;`'],
  ['<p>~~a~~ ~b</p>', '\\~\\~a\\~\\~ ~b'],
  ['<details><summary>a</summary>b</details>c', 'a\n\nb\n\nc'],
  ['<fieldset><legend>a</legend>b</fieldset>', 'a\n\nb'],
])('text: %s', (html, text) => {
  expect(markdown(html)).toBe(text)
})

test.each([
  ['<a href="/x?a=1#f">a</a>', '[a](https://example.com/x?a=1#f)'],
  ['<a href="c(d) e">a</a>', '[a](https://example.com/a/c%28d%29%20e)'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<a href="data:text/html,x">a</a>', 'a'],
  ['<a href="\tJAVA\nSCRIPT:alert(1)">a</a>', 'a'],
  ['<a href="http://[">a</a>', 'a'],
  ['<a href="mailto:a@b.c">a</a>', '[a](mailto:a@b.c)'],
  ['<a href="/x"><h2>a</h2><p>b</p></a>', '[a b](https://example.com/x)'],
  ['<p>before <a href="/x"></a>after</p>', 'before after'],
  ['<img src="i.png" alt="An [image]">', '![An \\[image\\]](https://example.com/a/i.png)'],
  [
    '<img src="data:image/gif;base64,R0" data-src="/late.png">',
    '![](https://example.com/late.png)',
  ],
])('addresses: %s', (html, text) => {
  expect(markdown(html)).toBe(text)
})

test.each([
  ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
  ['<ol start="9"><li>a</li><li>b<ol><li>c</li></ol></li></ol>', '9. a\n10. b\n    1. c'],
  ['<ol start="x"><li><p>a</p><p>b</p></li></ol>', '1. a\n   \n   b'],
])('lists: %s', (html, text) => {
  expect(markdown(html)).toBe(text)
})

test.each([
  ['<pre>a  *b*\n  c</pre>', '```\na  *b*\n  c\n```'],
  ['<pre><code class="language-ts">let a\n</code></pre>', '```ts\nlet a\n```'],
  ['<pre>```\na</pre>', '````\n```\na\n````'],
])('code: %s', (html, text) => {
  expect(markdown(html)).toBe(text)
})

test.each([
  [
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2|3</td></tr></tbody></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2\\|3 |',
  ],
  [
    '<table><tr><td>1</td><td>2</td></tr><tr><td><p>3</p><p>4</p></td><td></td></tr></table>',
    '| 1 | 2 |\n| --- | --- |\n| 3 4 |  |',
  ],
  [
    '<table><caption>A <b>b</b></caption><tr><td>1</td></tr><tr><td>2</td></tr></table>',
    'A **b**\n\n| 1 |\n| --- |\n| 2 |',
  ],
  [
    '<table><caption>A</caption><thead><tr><td>1</td></tr></thead><tbody><tr><td>2</td></tr></tbody></table>',
    'A\n\n| 1 |\n| --- |\n| 2 |',
  ],
])('tables: %s', (html, text) => {
  expect(markdown(html)).toBe(text)
})

test('blocks alone make paragraphs, headings and items', () => {
  const text = markdownOfBlocks([
    { kind: 'heading', text: 'A' },
    { kind: 'paragraph', text: 'b *c*' },
    { kind: 'item', text: 'd' },
  ])
  expect(text).toBe('## A\n\nb \\*c\\*\n\n- d')
})
