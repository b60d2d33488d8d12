import { describe, expect, it } from 'vitest'
import { AI_BOTS } from '../../../../agent/src/robots/ai-bots.ts'
import { parseRobots } from '../../../../agent/src/robots/parse-robots.ts'

function errorsOf(text: string): readonly (readonly [number, string])[] {
  return parseRobots(text).errors.map(({ line, reason }) => [line, reason])
}

describe('parseRobots', () => {
  it.each([
    ['unix', 'User-Agent: foo\nAllow: /path\nUser-Agent: bar\n\n\nDisallow: /\n'],
    ['dos', 'User-Agent: foo\r\nAllow: /path\r\nUser-Agent: bar\r\n\r\n\r\nDisallow: /\r\n'],
    ['mac', 'User-Agent: foo\rAllow: /path\rUser-Agent: bar\r\r\rDisallow: /\r'],
    ['no last line end', 'User-Agent: foo\nAllow: /path\nUser-Agent: bar\n\n\nDisallow: /'],
    ['mixed', 'User-Agent: foo\nAllow: /path\r\nUser-Agent: bar\n\r\n\nDisallow: /'],
  ])('counts lines, however they end (%s)', (_name, text) => {
    const { lines, groups } = parseRobots(text)
    expect(lines).toBe(6)
    expect(groups.map(({ userAgents }) => userAgents)).toEqual([['foo'], ['bar']])
    expect(groups[1]?.rules).toEqual([{ directive: 'disallow', value: '/', line: 6 }])
  })

  it('counts whole lines of comment only', () => {
    const { comments, lines, errors } = parseRobots('# a\n  # b\n\nUser-agent: * # c\n')
    expect({ comments, lines, errors }).toEqual({ comments: 2, lines: 4, errors: [] })
  })

  it('tells what is wrong with which line', () => {
    const text = [
      'Disallow: /early',
      'User-agent: *',
      'nonsense',
      'Disallow: private',
      'Sitemap: /sitemap.xml',
      'Host: example.test',
      ': x',
      'User-agent:',
      'Disallow /fine',
      'Disalow: /fine',
      '<html>',
    ].join('\n')
    expect(errorsOf(text)).toEqual([
      [1, 'This rule stands before any User-agent line, so it is for nobody.'],
      [3, 'It has no colon, so "nonsense" is read as nothing.'],
      [4, 'Its path begins neither with "/" nor with "*".'],
      [5, 'A Sitemap line needs an absolute http or https URL.'],
      [7, 'It has no name before the colon.'],
      [8, 'It names no crawler.'],
      [11, 'It has no colon, so "<html>" is read as nothing.'],
    ])
  })

  it('tells a file in UTF-16, of which crawlers read nothing as such', () => {
    const bytes = Buffer.from('\ufeffUser-agent: *\nDisallow: /a # b\n\nplain', 'utf16le')
    const { groups, errors } = parseRobots(new TextDecoder().decode(bytes))
    expect(groups).toEqual([])
    const reason =
      'It holds NUL characters, so crawlers read nothing of it: the file has to be in UTF-8, and is most likely in UTF-16.'
    expect(errors.map((error) => [error.line, error.reason])).toEqual([
      [1, reason],
      [2, reason],
      [3, reason],
      [4, reason],
    ])
  })

  it('keeps sitemaps from anywhere in the file', () => {
    const text = 'Sitemap: https://a.test/1\nUser-agent: *\nSITE-MAP: https://a.test/2\nDisallow:'
    expect(parseRobots(text).sitemaps).toEqual(['https://a.test/1', 'https://a.test/2'])
  })

  it('reads content signals of both vocabularies', () => {
    const text = [
      'Content-Signal: search=yes',
      'User-agent: GPTBot',
      'Content-signal: search=YES, ai-train = no,ai-input=maybe, use=full',
      'User-agent: CCBot',
      'Content-Usage: /archive train-ai=n, search=y',
      'Content-Usage: train-ai=y;exp=1',
      'Disallow: /',
    ].join('\n')
    expect(parseRobots(text).contentSignals).toEqual([
      {
        directive: 'content-signal',
        userAgents: [],
        path: null,
        signals: { search: true },
        raw: 'search=yes',
      },
      {
        directive: 'content-signal',
        userAgents: ['GPTBot'],
        path: null,
        signals: { search: true, 'ai-train': false },
        raw: 'search=YES, ai-train = no,ai-input=maybe, use=full',
      },
      {
        directive: 'content-usage',
        userAgents: ['GPTBot', 'CCBot'],
        path: '/archive',
        signals: { 'ai-train': false, search: true },
        raw: '/archive train-ai=n, search=y',
      },
      {
        directive: 'content-usage',
        userAgents: ['GPTBot', 'CCBot'],
        path: null,
        signals: { 'ai-train': true },
        raw: 'train-ai=y;exp=1',
      },
    ])
  })
})

describe('the list of AI crawlers', () => {
  it('has 52 different tokens that a robots.txt can name', () => {
    const tokens = AI_BOTS.map(({ token }) => token)
    expect(new Set(tokens.map((token) => token.toLowerCase())).size).toBe(52)
    expect(tokens.filter((token) => !/^[A-Za-z0-9_-]+$/.test(token))).toEqual([])
  })
})
