import { describe, expect, it } from 'vitest'
import { hasHeading } from '../../../../agent/src/probes/markdown-heading.ts'

describe('a text of Markdown', () => {
  it.each([
    '# Title',
    'x\n###### Deep\n',
    'a\r# Old line ends',
    'Title\n===',
    'Title\r\n=\t \r\nmore',
  ])('has a heading: %j', (text) => expect(hasHeading(text)).toBe(true))

  it.each([
    '',
    '#',
    '#hashtag',
    '####### Seven',
    ' Title\n===',
    '\n===',
    'Title\n==x',
    'Title\n\n===',
    '# ',
  ])('has none: %j', (text) => expect(hasHeading(text)).toBe(false))

  // A minute where the rest is read at each of its lines.
  it.each(['#\r', 'a\r', 'a\n', '='])('is looked through once, be it of %j alone', (part) => {
    expect(hasHeading(part.repeat(128 * 1024))).toBe(false)
  })
})
