import { describe, expect, it } from 'vitest'
import { robotsTxtAnalysis } from '../../../../agent/src/analyses/robots-txt.ts'
import type { RobotsFile } from '../../../../agent/src/robots/robots-file.ts'
import { AI_BOTS } from '../../../../agent/src/robots/ai-bots.ts'
import { RobotsTxtResult } from '../../../../shared/src/analyses/robots-txt.ts'

async function analyse(text: string | null, file: Partial<RobotsFile> = {}) {
  const siteRobots: RobotsFile = {
    url: 'https://example.com/robots.txt',
    fetchedUrl: 'https://example.com/robots.txt',
    statusCode: 200,
    contentType: 'text/plain',
    text,
    isTruncated: false,
    failure: null,
    ...file,
  }
  return RobotsTxtResult.parse(await robotsTxtAnalysis.analyse({ siteRobots }, {}))
}

describe('a robots.txt', () => {
  it('is told whole', async () => {
    const result = await analyse(
      [
        '# for all',
        'User-agent: *',
        'Content-Signal: search=yes, ai-train=no',
        'Disallow: /private/ # not here',
        'Crawl-delay: 2',
        '',
        'User-agent: GPTBot',
        'User-agent: CCBot',
        'Disallow: /',
        'Sitemap: https://example.com/sitemap.xml',
        '',
      ].join('\n'),
    )
    expect(result).toMatchObject({
      url: 'https://example.com/robots.txt',
      found: true,
      valid: true,
      statusCode: 200,
      stats: { lines: 10, comments: 1, groups: 2, rules: 3, sitemaps: 1, errors: 0 },
      sitemaps: ['https://example.com/sitemap.xml'],
      contentSignals: [{ userAgents: ['*'], signals: { search: true, 'ai-train': false } }],
      groups: [
        {
          userAgents: ['*'],
          rules: [
            { directive: 'disallow', value: '/private/' },
            { directive: 'crawl-delay', value: '2' },
          ],
          crawlDelay: 2,
        },
        { userAgents: ['GPTBot', 'CCBot'], rules: [{ directive: 'disallow', value: '/' }] },
      ],
      errors: [],
    })
    expect(result.aiBots.hasAnyAIRule).toBe(true)
    expect(Object.keys(result.aiBots.perBot)).toEqual(AI_BOTS.map(({ token }) => token))
    expect(result.aiBots.perBot['GPTBot']).toEqual({
      operator: 'OpenAI',
      purpose: 'training',
      mentioned: true,
      allowed: false,
      status: 'disallowed',
      rules: [{ directive: 'disallow', value: '/' }],
      rulesTotal: 1,
      crawlDelay: null,
    })
    expect(result.aiBots.perBot['ClaudeBot']).toEqual({
      operator: 'Anthropic',
      purpose: 'training',
      mentioned: false,
      allowed: true,
      status: 'default',
      rules: [],
      rulesTotal: 0,
      crawlDelay: 2,
    })
  })

  it.each([
    ['a group for everybody', 'User-agent: *\nDisallow: /', false],
    ['a crawler without rules', 'User-agent: GPTBot\nCrawl-delay: 5', false],
    ['another crawler', 'User-agent: Googlebot\nDisallow: /', false],
    ['an allowing rule', 'User-agent: gptbot\nAllow: /', true],
    ['an empty rule', 'User-agent: ClaudeBot/1.0\nDisallow:', true],
  ])('with %s', async (_name, text, expected) => {
    const { aiBots } = await analyse(text)
    expect(aiBots.hasAnyAIRule).toBe(expected)
  })

  it('with lines that cannot be read is found but not valid', async () => {
    const result = await analyse('User-agent: *\nnonsense\nDisallow: /')
    expect(result).toMatchObject({
      found: true,
      valid: false,
      errors: [{ line: 2, text: 'nonsense', reason: expect.any(String) as string }],
    })
  })
})

describe('what is no robots.txt', () => {
  it.each([
    ['missing', null, { statusCode: 404 }, true],
    ['an HTML page', '<!doctype html><title>Hi</title>Disallow: /', {}, true],
    ['out of order', null, { statusCode: 503 }, false],
  ])('%s', async (_name, text, file, isAllowed) => {
    const result = await analyse(text, file)
    expect(result).toMatchObject({
      found: false,
      valid: false,
      stats: { lines: 0, groups: 0 },
      aiBots: { hasAnyAIRule: false },
      errors: [],
    })
    expect(result.aiBots.perBot['GPTBot']).toMatchObject({ allowed: isAllowed, status: 'default' })
  })

  it('served as HTML is not found, but crawlers obey it', async () => {
    const result = await analyse('User-agent: GPTBot\nDisallow: /', { contentType: 'text/html' })
    expect(result.found).toBe(false)
    expect(result.aiBots.perBot['GPTBot']).toMatchObject({ allowed: false })
  })
})

it.each([
  [
    'rules that all crawlers share',
    `${AI_BOTS.map(({ token }) => `User-agent: ${token}\n`).join('')}${'Disallow: /a\n'.repeat(30_000)}`,
  ],
  [
    'long values',
    `${AI_BOTS.map(({ token }) => `User-agent: ${token}\n`).join('')}${`Disallow: /${'a'.repeat(16_000)}\n`.repeat(30)}`,
  ],
  [
    'crawlers and signals',
    'User-agent: GPTBot\n'.repeat(10_000) + 'Content-Signal: search=no\n'.repeat(10_000),
  ],
  ['nonsense', 'nonsense\n'.repeat(50_000)],
  ['control characters', `User-agent: \u0000\u202e\nDisallow: /\u0000${'\ud800'.repeat(100)}`],
])('hostile files of %s give a bounded result', async (_name, text) => {
  const result = await analyse(text)
  expect(JSON.stringify(result).length).toBeLessThan(2_000_000)
})
