import { ANALYSES } from '@sightline/shared/analyses/registry'
import { describe, expect, test } from 'vitest'
import { aiReadinessAnalysis } from '../../../../../agent/src/analyses/ai-readiness.ts'
import { scoreOf } from '../../../../../agent/src/analyses/ai-readiness/score.ts'
import { TASKS } from '../../../../../agent/src/analyses/thread/tasks.ts'
import type { RenderedDocument } from '../../../../../agent/src/page/rendered-document.ts'
import type { ProbeAnswer, ProbeAnswers } from '../../../../../agent/src/probes/answers.ts'
import type { RobotsFile } from '../../../../../agent/src/robots/robots-file.ts'
import { readRendered } from '../../../../../agent/src/page/read-rendered.ts'
import type { PageOptions } from '../../../../helpers/analysis-page.ts'
import { factsOf, pageOf } from '../../../../helpers/analysis-page.ts'

const NO_ROBOTS: RobotsFile = {
  url: 'https://example.com/robots.txt',
  fetchedUrl: 'https://example.com/robots.txt',
  statusCode: 404,
  contentType: 'text/html',
  text: null,
  isTruncated: false,
  failure: null,
}
const robotsOf = (text: string): RobotsFile => {
  return { ...NO_ROBOTS, statusCode: 200, contentType: 'text/plain', text }
}
const NO_PROBES: ProbeAnswers = { home: null, markdown: null, missing: null, files: {} }

function answer(path: string, type: string, text = '', more: Partial<ProbeAnswer> = {}) {
  const body = new TextEncoder().encode(text)
  const headers = { 'content-type': type }
  return { path, statusCode: 200, headers, body, isTruncated: false, ...more }
}

async function analyse(
  html: string,
  given: {
    page?: PageOptions
    robots?: RobotsFile
    probes?: Partial<ProbeAnswers>
    agentNames?: readonly string[]
    rendered?: RenderedDocument
  } = {},
) {
  const { rendered = { html: null, reason: 'This agent has no browser.' } } = given
  const page = pageOf(html, given.page)
  const result = await aiReadinessAnalysis.analyse(
    {
      page,
      facts: factsOf(html, given.page),
      robots: given.robots ?? NO_ROBOTS,
      probes: { ...NO_PROBES, ...given.probes },
      agentNames: given.agentNames ?? [],
      rendered,
      renderedFacts: readRendered(page, rendered),
    },
    {},
  )
  return ANALYSES['ai-readiness'].result.parse(result)
}

const checksOf = async (given: Parameters<typeof analyse>[1]) =>
  (await analyse('', given)).agentReadiness.checks

describe('an empty site', () => {
  test('is told whole', async () => {
    const no = (...leaves: readonly string[]) =>
      Object.fromEntries(leaves.map((leaf) => [leaf, false]))
    const auth = ['oauthOidcDiscovery', 'oauthProtectedResource', 'authMd']
    expect(await analyse('', { page: { askedUrl: 'http://example.com/' } })).toEqual({
      url: 'http://example.com/',
      fetchedUrl: 'https://example.com/',
      statusCode: 200,
      agentReadiness: {
        score: 0,
        passed: 0,
        total: 16,
        grade: 'F',
        checks: {
          discoverability: no('robotsTxt', 'sitemap', 'linkHeaders', 'dnsAid'),
          content: no('markdownNegotiation', 'llmsTxt'),
          botAccess: no('aiBotRulesInRobots', 'webBotAuth', 'contentSignals'),
          apiAuthMcp: no('apiCatalog', ...auth, 'mcpServerCard', 'agentSkillsIndex'),
          commerce: no('x402', 'mpp', 'ucp', 'acp'),
          extras: no('securityTxt'),
        },
      },
      aiSearchReadiness: {
        renderGap: {
          checked: false,
          reason: 'This agent has no browser.',
          complete: false,
          rawWordCount: 0,
          renderedWordCount: 0,
          rawLinks: 0,
          renderedLinks: 0,
          rawJsonLd: 0,
          renderedJsonLd: 0,
          contentHiddenFromAiCrawlers: false,
        },
        llmsTxt: { present: false },
        answerEngine: {
          questionHeadings: 0,
          hasQAStructure: false,
          tables: 0,
          orderedLists: 0,
          semanticLandmarks: { main: 0, article: 0, section: 0 },
        },
        proofSignals: { statistics: 0, numbers: 0, quotes: 0, authorityCitations: 0 },
        eeat: {
          authorSchema: false,
          authorIsPerson: false,
          datePublished: false,
          dateModified: false,
          aboutPage: false,
          contactPage: false,
          privacyPage: false,
        },
        schemaDeprecation: { faqPageSchema: false, howToSchema: false, detectedTypes: [] },
      },
    })
  })
})

describe('robots.txt', () => {
  const SITEMAP = 'Sitemap: https://example.com/s.xml\n'
  test.each([
    ['User-agent: *\nDisallow:', ['robotsTxt']],
    [SITEMAP, ['robotsTxt', 'sitemap']],
    ['Sitemap: /s.xml', ['robotsTxt']],
    ['# nothing', []],
    ['User-agent: GPTBot\nDisallow: /', ['robotsTxt', 'aiBotRulesInRobots']],
    ['User-agent: GPTBot\nCrawl-delay: 2', ['robotsTxt']],
    ['User-agent: *\nContent-Signal: ai-train=no', ['robotsTxt', 'contentSignals']],
    ['User-agent: *\nContent-Usage: train-ai=n', ['robotsTxt']],
    ['User-agent: *\nContent-Signal: weather=fine', ['robotsTxt']],
    [`<html>${SITEMAP}`, []],
  ])('%j passes %j', async (text, passed) => {
    const { discoverability, botAccess } = await checksOf({ robots: robotsOf(text) })
    const leaves = Object.entries({ ...discoverability, ...botAccess })
    expect(leaves.flatMap(([leaf, isTrue]) => (isTrue ? leaf : [])).sort()).toEqual(passed.sort())
  })

  test('counts only where it is served', async () => {
    const robots = { ...robotsOf(`User-agent: GPTBot\nAllow: /\n${SITEMAP}`), statusCode: 206 }
    expect(await checksOf({ robots })).toMatchObject({
      discoverability: { robotsTxt: false, sitemap: false },
      botAccess: { aiBotRulesInRobots: false },
    })
  })
})

describe('the answers of a site', () => {
  test.each([
    ['</api>; rel="service-desc"', true],
    ['</a.css>; rel=preload; as=style', true],
    ['</a>', false],
    ['nonsense', false],
  ])('its homepage links by header: %s %s', async (link, expected) => {
    const home = answer('/', 'text/html', '', { headers: { link } })
    const { discoverability } = await checksOf({ probes: { home } })
    expect(discoverability.linkHeaders).toBe(expected)
  })

  test.each([
    ['text/markdown; charset=utf-8', '# Shop', 200, true],
    ['text/x-markdown', '<h1>Shop</h1>\n\nText', 200, true],
    ['text/html', '# Shop', 200, false],
    ['text/markdown', '<!DOCTYPE html><p>Shop', 200, false],
    ['text/markdown', '', 200, false],
    ['text/markdown', '# Gone', 404, false],
  ])('its page comes as Markdown: %s %j %i %s', async (type, text, statusCode, expected) => {
    const markdown = answer('/', type, text, { statusCode })
    const { content } = await checksOf({ probes: { markdown } })
    expect(content.markdownNegotiation).toBe(expected)
  })

  test('its homepage asks for a payment', async () => {
    const home = answer('/', 'application/json', '{"accepts":[]}', { statusCode: 402 })
    const { commerce } = await checksOf({ probes: { home } })
    expect(commerce.x402).toBe(true)
  })

  test('DNS tells of ways in', async () => {
    const { discoverability } = await checksOf({ agentNames: ['_mcp._agents.example.com'] })
    expect(discoverability.dnsAid).toBe(true)
  })

  test('its llms.txt is looked at', async () => {
    const files = { '/llms.txt': answer('/llms.txt', 'text/plain', '# Shop\n[a](/a)') }
    const { aiSearchReadiness } = await analyse('', { probes: { files } })
    expect(aiSearchReadiness.llmsTxt).toEqual({
      present: true,
      isMarkdown: true,
      linkCount: 1,
      looksLikeSitemapDump: false,
    })
  })
})

test.each([
  [16, 100, 'A'],
  [13, 81, 'A'],
  [12, 75, 'B'],
  [10, 63, 'B'],
  [9, 56, 'C'],
  [7, 44, 'C'],
  [6, 38, 'D'],
  [4, 25, 'D'],
  [3, 19, 'F'],
  [0, 0, 'F'],
])('%i of 16 checks make %i and %s, whatever commerce says', async (passed, score, grade) => {
  const checks = structuredClone(await checksOf({}))
  const { commerce, ...scored } = checks
  const groups: Record<string, boolean>[] = Object.values(scored)
  const leaves = groups.flatMap((group) => Object.keys(group).map((leaf) => ({ group, leaf })))
  for (const { group, leaf } of leaves.slice(0, passed)) group[leaf] = true
  expect(scoreOf(checks)).toEqual({ score, passed, total: 16, grade })
  for (const leaf of Object.keys(commerce) as (keyof typeof commerce)[]) commerce[leaf] = true
  expect(scoreOf(checks)).toEqual({ score, passed, total: 16, grade })
})

describe('what scripts make of a page', () => {
  const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
  test.each([
    [0, 50, true],
    [0, 49, false],
    [49, 100, true],
    [50, 100, false],
    [200, 100, false],
  ])('%i words become %i: hidden is %s', async (raw, after, expected) => {
    const html = `${words(after)}<a href=/a></a><script type=application/ld+json>{}</script>`
    const { aiSearchReadiness } = await analyse(words(raw), {
      rendered: { html, isComplete: true },
    })
    expect(aiSearchReadiness.renderGap).toEqual({
      checked: true,
      reason: null,
      complete: true,
      rawWordCount: raw,
      renderedWordCount: after,
      rawLinks: 0,
      renderedLinks: 1,
      rawJsonLd: 0,
      renderedJsonLd: 1,
      contentHiddenFromAiCrawlers: expected,
    })
  })
})

test('a thread reads the rendered document beside the page', async () => {
  const page = pageOf('<p>Loading')
  const rendered = { html: `<p>${'word '.repeat(60)}`, isComplete: true }
  const artifacts = { page, robots: NO_ROBOTS, probes: NO_PROBES, agentNames: [], rendered }
  const done = await TASKS.analyse({ name: 'ai-readiness', artifacts, options: {} })
  expect(JSON.parse(new TextDecoder().decode(done.answer))).toMatchObject({
    aiSearchReadiness: { renderGap: { checked: true, rawWordCount: 1, renderedWordCount: 60 } },
  })
})

describe('a page', () => {
  test('with structure, proof and types', async () => {
    const graph = {
      '@graph': [
        {
          '@type': ['FAQPage', 'https://schema.org/WebPage'],
          mainEntity: [{ '@type': 'Question', acceptedAnswer: { '@type': 'Answer' } }],
        },
        { '@type': 'HowTo' },
        { '@type': '' },
      ],
    }
    const { aiSearchReadiness } = await analyse(
      `<html lang=en><header>Tel. 555 1234</header><main><article>
        <h1>What is this?</h1><h2>What is a spade?</h2><h3>How do I dig with it</h3><h3>Why?</h3>
        <h4>Who asks?</h4><section><table></table><ol></ol></section><section></section>
        <p>40% of 250 gardeners agree. <q>Dig!</q></p><blockquote>Yes</blockquote>
        <a href="https://www.nih.gov/a#top">1</a><a href="https://www.nih.gov/a">2</a>
        <a href="https://en.wikipedia.org/wiki/Spade">3</a><a href="https://doi.org/10.1/x">4</a>
        </article></main><footer>© 2026</footer>
        <div itemscope itemtype="https://schema.org/Recipe"><div itemprop=author itemscope
          itemtype="https://schema.org/Person"></div></div>
        <script type="application/ld+json">${JSON.stringify(graph)}</script>`,
    )
    expect(aiSearchReadiness).toMatchObject({
      answerEngine: {
        questionHeadings: 3,
        hasQAStructure: true,
        tables: 1,
        orderedLists: 1,
        semanticLandmarks: { main: 1, article: 1, section: 2 },
      },
      proofSignals: { statistics: 1, numbers: 4, quotes: 2, authorityCitations: 2 },
      schemaDeprecation: {
        faqPageSchema: true,
        faqRichResultsDeprecated: expect.stringContaining('2023'),
        howToSchema: true,
        detectedTypes: ['FAQPage', 'WebPage', 'HowTo', 'Question', 'Answer', 'Recipe', 'Person'],
      },
    })
  })

  test('cites no authority where it is one itself', async () => {
    const { aiSearchReadiness } = await analyse('<a href="https://b.nih.gov/">b</a>', {
      page: { url: 'https://a.nih.gov/' },
    })
    expect(aiSearchReadiness.proofSignals.authorityCitations).toBe(0)
  })

  test('that has more of everything than anybody needs', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `<h2>Is it ${at}?</h2>`)
    const types = Array.from({ length: 2_000 }, (_, at) => ({ '@type': `${at}${'x'.repeat(300)}` }))
    const json = `<script type="application/ld+json">${JSON.stringify(types)}</script>`
    const { aiSearchReadiness } = await analyse(many.join('') + json)
    expect(aiSearchReadiness.answerEngine.questionHeadings).toBe(1_000)
    expect(aiSearchReadiness.schemaDeprecation.detectedTypes).toHaveLength(500)
  })

  test('that gives one thing more types than a call has arguments', async () => {
    const thing = { '@type': [...Array.from({ length: 300_000 }, () => 'A'), 'B'] }
    const json = `<script type="application/ld+json">${JSON.stringify(thing)}</script>`
    const { aiSearchReadiness } = await analyse(json)
    expect(aiSearchReadiness.schemaDeprecation.detectedTypes).toEqual(['A', 'B'])
  })
})
