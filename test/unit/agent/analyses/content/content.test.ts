import { ContentResult } from '@sightline/shared/analyses/content'
import { expect, test } from 'vitest'
import { contentAnalysis } from '../../../../../agent/src/analyses/content.ts'
import { readableDocument } from '../../../../../agent/src/analyses/content/readable-document.ts'
import { readPage } from '../../../../../agent/src/page/read-page-facts.ts'
import { pageOf, type PageOptions } from '../../../../helpers/analysis-page.ts'

async function contentOf(
  html: string,
  options: PageOptions & { format?: 'json' | 'markdown' } = {},
) {
  const { format = 'json', ...rest } = options
  const page = pageOf(html, rest)
  return contentAnalysis.analyse({ page, ...readPage(page) }, { format })
}

const SENTENCE = 'The heavy spade breaks the soil, and the light one moves it with ease. '
const PARAGRAPH = `<p>${SENTENCE.repeat(4)}</p>`

const ARTICLE = `<!doctype html><html lang="en"><head><title>Spades for gardens</title>
<meta name="Description" content="The best spade for a heavy soil">
<style>p { color: red }</style><script>var hidden = 'script text'</script></head>
<body><nav><ul><li><a href="/">Home page</a></li><li><a href="/shop">The shop</a></li></ul></nav>
<div class="sidebar"><a href="/other">Related offer</a></div>
<main><article><h1>Spades for gardens</h1>${PARAGRAPH}<h2>Heavy soil</h2>${PARAGRAPH}${PARAGRAPH}
<p hidden>Secret words</p></article></main>
<footer>Copyright of the shop</footer></body></html>`

test('the main text has the article and nothing around it', async () => {
  const { text } = await contentOf(ARTICLE)
  const blocks = text.split('\n\n')
  expect(blocks).toHaveLength(5)
  expect(blocks[0]).toBe('Spades for gardens')
  expect(blocks[2]).toBe('Heavy soil')
  for (const alien of ['Home', 'offer', 'Copyright', 'Secret', 'script text', 'red']) {
    expect(text).not.toContain(alien)
  }
})

const LINKS = '<ul><li><a href="/a">An offer of the shop</a></li></ul>'.repeat(20)

test.each([
  ['a sidebar longer than the text', `<div class="sidebar">${LINKS}</div><div>TEXT</div>`],
  ['a menu in the main element', `<main><ul class="main-menu">${LINKS}</ul>TEXT</main>`],
  ['a footer of words', `<div>TEXT</div><div id="footer">Of a shop</div>`],
  ['a wrapper that says what it holds', `<div class="has-sidebar"><nav>${LINKS}</nav>TEXT</div>`],
])('%s is no part of a short text', async (_what, body) => {
  const { text } = await contentOf(body.replace('TEXT', '<h1>Spades</h1><p>They dig.</p>'))
  expect(text).toBe('Spades\n\nThey dig.')
})

test.each([
  [
    'a menu to eat from',
    '<div class="menu"><p>Soup of the day</p><p>Fish and <a href="/">chips</a></p>',
  ],
  ['nothing but a list of links', '<div class="menu"><p><a href="/">Soup of the day</a></p>'],
])('%s is the text where there is no other', async (_what, body) => {
  expect((await contentOf(body)).text).toContain('Soup of the day')
})

// 12 sentences of 14 words, headings of 3 and 2 words that are no sentences.
test('metrics are those of the main text', async () => {
  const result = await contentOf(ARTICLE)
  expect(result.metrics).toMatchObject({
    wordCount: 173,
    sentenceCount: 12,
    paragraphCount: 3,
    avgWordsPerSentence: 14.42,
    characterCount: result.text.replaceAll(/\s/g, '').length,
  })
  expect(result.wordCount).toBe(173)
  expect(result.readability.fleschKincaid).toBe(result.readability.fleschKincaidGrade)
  expect(result.markdown).toBeNull()
})

test('the ratio compares all visible text with the raw HTML', async () => {
  const html = '<!doctype html><title>T</title><body><nav>abcde</nav><p>fghij</p>'
  const { metrics } = await contentOf(html)
  // "abcde fghij"
  expect(metrics.contentToHtmlRatio).toBe(Math.round((11 / html.length) * 10_000) / 100)
})

test('the result is what the schema says, in its order', async () => {
  const result = await contentOf(ARTICLE)
  expect(ContentResult.parse(result)).toEqual(result)
  expect(Object.keys(result)).toEqual(Object.keys(ContentResult.shape))
  expect(result.headings).toEqual([
    { level: 1, text: 'Spades for gardens' },
    { level: 2, text: 'Heavy soil' },
  ])
})

test.each([
  ['a main element', '<nav>Go home</nav><main><p>Short text</p></main>', 'Short text'],
  ['a main role', '<div>Go home</div><div role="main">Short text</div>', 'Short text'],
  ['its only article', '<div>Go home</div><article>Short text</article>', 'Short text'],
  [
    'its body without navigation',
    '<header>Logo</header><nav>Go home</nav><div>Short text</div><aside>See also</aside><form>Search <input></form><footer>Imprint</footer>',
    'Short text',
  ],
  [
    'the header of an article, but not of the page',
    '<header>Logo</header><main><header>Headline</header>Short text</main>',
    'Headline\n\nShort text',
  ],
  ['all of a page that is one form', '<form><p>Short text</p><input></form>', 'Short text'],
  ['navigation where there is nothing else', '<div role="navigation">Go home</div>', 'Go home'],
])('a short page has %s as its main text', async (_what, html, text) => {
  expect((await contentOf(html)).text).toBe(text)
})

test.each(['iframe', 'noembed', 'noframes'])('what stands in %s is no text', async (name) => {
  const html = `<p>Short text</p><${name}><p>Your browser is old.</p></${name}>`
  const { text, metrics } = await contentOf(html)
  expect([text, metrics.wordCount]).toEqual(['Short text', 2])
})

test('line breaks part words, and two of them paragraphs', async () => {
  const { text } = await contentOf('<div>one<br>two<br><br>three</div>')
  expect(text).toBe('one two\n\nthree')
})

test.each([
  ['Heavy spades!', 'The heaviest soil', { titleToContent: 100, descriptionToContent: 50 }],
  ['The and of', '', { titleToContent: 100, descriptionToContent: null }],
  ['Unicorn', '★', { titleToContent: 0, descriptionToContent: 0 }],
])('the title "%s" and the description "%s" are found', async (title, description, expected) => {
  const html = ARTICLE.replace('Spades for gardens</title>', `${title}</title>`)
    .replace('The best spade for a heavy soil', description)
    .replaceAll('</p>', ' The end and the beginning of it.</p>')
  expect((await contentOf(html)).consistency).toEqual(expected)
})

test('without title and description there is no consistency with them', async () => {
  const { title, consistency } = await contentOf('<p>Some text</p>')
  expect(title).toBe('')
  expect(consistency).toEqual({ titleToContent: null, descriptionToContent: null })
})

test('placeholder text is found anywhere on the page', async () => {
  const html = ARTICLE.replace('Copyright', 'Lorem ipsum dolor sit amet')
  expect((await contentOf(html)).flags.isLoremIpsum).toBe(true)
  expect((await contentOf(ARTICLE)).flags.isLoremIpsum).toBe(false)
})

test.each([
  ['application/json', '{"a": "<p>text</p>"}'],
  ['image/png', '\u0089PNG'],
  ['text/html', ''],
])('a page of type %s without markup has no text', async (type, body) => {
  const result = await contentOf(body, { headers: { 'content-type': type } })
  expect(result).toMatchObject({ text: '', wordCount: 0, headings: [] })
  expect(Object.values(result.readability)).toEqual(Array(7).fill(0))
  expect(ContentResult.parse(result)).toEqual(result)
})

test('a text in Chinese is counted, but no formula judges it', async () => {
  const result = await contentOf('<html lang="zh"><p>今天我们去北京大学。天气很好。</p>')
  expect(result.metrics).toMatchObject({ sentenceCount: 2, characterCount: 15 })
  expect(result.wordCount).toBeGreaterThan(5)
  expect(new Set(Object.values(result.readability))).toEqual(new Set([null]))
})

const DEEP = `<main>${PARAGRAPH}</main>${'<div>'.repeat(100_000)}deep`
const WIDE = `<nav>Go home</nav>${'<p>Some text in it.</p>'.repeat(30_000)}`
const HOSTILE: readonly (readonly [what: string, html: string])[] = [
  ['nested 100,000 deep', DEEP],
  ['30,000 paragraphs long', WIDE],
  ['one word of 3 MB', `<p>${'a'.repeat(3_000_000)}`],
  ['full of null bytes', `<p>${'\0a b '.repeat(100_000)}`],
  ['an attribute of 1 MB', `<p class="${'x '.repeat(500_000)}">text</p>`],
  ['formatted over and over', '<p><b><i>'.repeat(5_000)],
  ['an image with a long text', `<p>text<img alt="${'.jpg'.repeat(250_000)} x">`],
  ['white space that goes on', `<pre><b>a${' '.repeat(500_000)}\u00a0</b></pre>`],
  [
    'code in lists over lists',
    `${'<ul><li><blockquote>'.repeat(80)}<pre>${'a ```\n'.repeat(150_000)}`,
  ],
  ['18,000 lines in boxes in boxes', `${'<div>'.repeat(240)}${'x<br>'.repeat(18_000)}`],
  ['a list of 15,000 items', `<ol>${'<li>item</li>'.repeat(15_000)}</ol>`],
]

test.each(HOSTILE)('a page that is %s has a result', async (_what, html) => {
  const result = await contentOf(html, { format: 'markdown' })
  expect(ContentResult.parse(result)).toEqual(result)
})

test('no main text is looked for in what would be read again for too many boxes', () => {
  const isLookedIn = (html: string) => {
    const { tree } = readPage(pageOf(html))
    return readableDocument(tree, (reference) => reference) !== null
  }
  expect(isLookedIn('<div>'.repeat(240) + 'x<br>'.repeat(18_000))).toBe(false)
  expect(isLookedIn('<div>'.repeat(240) + 'x<br>'.repeat(500))).toBe(true)
  expect(isLookedIn('<div>'.repeat(25) + `<p>${SENTENCE}</p>`.repeat(13_000))).toBe(true)
})

test('a page too large to look for its main text is read by its landmarks', async () => {
  const deep = await contentOf(DEEP, { format: 'markdown' })
  expect(deep.text).toBe(SENTENCE.repeat(4).trim())
  expect(deep.markdown).toBe(SENTENCE.repeat(4).trim())
  const wide = await contentOf(WIDE)
  expect(wide.text).not.toContain('Go home')
  expect(wide.metrics.paragraphCount).toBe(30_000)
})
