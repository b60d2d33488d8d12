import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeLlmsTxt } from '../../../../../agent/src/analyses/ai-readiness/llms-txt.ts'

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const link = (index: number) => `- [Page ${index}](https://shop.net/${index})`
const noted = (index: number) => `${link(index)}: what it is about`

test('one that is not there says no more', () => {
  expect(judgeLlmsTxt(null)).toEqual({ present: false })
})

test.each([
  ['# Shop\n> Tools\n\n## Docs\n- [Spades](/spades.md): all of them', true, 1],
  ['\ufeff\n  \n# Shop', true, 0],
  ['Shop\n# Later', false, 0],
  ['## Shop', false, 0],
  ['#hashtag', false, 0],
  [
    '# S\n[a](https://x.net/a_(b)) and [b](<c> "title") https://x.net/d, <https://x.net/e>',
    true,
    4,
  ],
  ['# S\r\n[a](/a)\r[b](/b)', true, 2],
  ['# S\n![logo](/logo.png) [no link] (here)', true, 1],
])('%#: %j', (text, isMarkdown, linkCount) => {
  expect(judgeLlmsTxt(text)).toEqual({
    present: true,
    isMarkdown,
    linkCount,
    looksLikeSitemapDump: false,
  })
})

test.each<[string, string, boolean]>([
  ['many links without notes', lines(101, link), true],
  ['many addresses in sections', lines(110, (at) => `## ${at}\nhttps://shop.net/${at}`), true],
  ['many links with notes in sections', lines(150, (at) => `## ${at}\n${noted(at)}`), false],
  ['many links in one section without notes', `# S\n## All\n${lines(60, link)}`, true],
  ['the same with notes', `# S\n## All\n${lines(60, noted)}`, false],
  ['the same in two sections', `## A\n${lines(30, link)}\n## B\n${lines(30, link)}`, false],
  ['few links', lines(50, link), false],
])('%s: a dump is told', (_, text, expected) => {
  expect(judgeLlmsTxt(text).looksLikeSitemapDump).toBe(expected)
})

test.each([
  '['.repeat(256 * 1024),
  '[]('.repeat(80_000),
  '[](a('.repeat(50_000),
  `[${'a'.repeat(256 * 1024)}`,
  'https://'.repeat(30_000),
])('%#: brackets without end are read in a moment', (text) => {
  expect(judgeLlmsTxt(text).present).toBe(true)
})

test('every link is counted once, whatever its name and its note', () => {
  const word = fc.stringMatching(/^[\p{L} ,.:!-]{0,20}$/u)
  const line = fc.record({
    name: word,
    path: fc.stringMatching(/^\/[a-z0-9/-]{1,20}$/),
    note: word,
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), (links) => {
      const text = links.map(({ name, path, note }) => `- [${name}](${path}): ${note}`).join('\n')
      expect(judgeLlmsTxt(`# Shop\n${text}`).linkCount).toBe(links.length)
    }),
  )
})
