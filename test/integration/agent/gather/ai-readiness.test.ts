import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { aiReadinessAnalysis } from '../../../../agent/src/analyses/ai-readiness.ts'
import { renderDocument } from '../../../../agent/src/gather/rendered.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'
import { readRendered } from '../../../../agent/src/page/read-rendered.ts'
import { CHROME, PATIENCE_MS, site as serve, testBrowser } from '../../../helpers/browser.ts'
import type { Answer, GatherOptions } from '../../../helpers/gathering.ts'
import { gatherOne, gatherSome, redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { listen } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { AnalysisBrowser } from '../../../../agent/src/gather/analysis-browser.ts'

/** The whole analysis, in one thread. @param render instead of the gatherer's own */
async function analyse(
  url: string,
  options: GatherOptions = {},
  render = (target: string) => gatherOne('rendered', target, options),
): Promise<AnalysisResult<'ai-readiness'>> {
  const names = ['page', 'robots', 'probes', 'agentNames'] as const
  const [gathered, rendered] = await Promise.all([
    gatherSome(names, url, { timeoutMs: PATIENCE_MS, ...options }),
    render(url),
  ])
  const artifacts = { ...gathered, rendered }
  const facts = readPageFacts(artifacts.page)
  const renderedFacts = readRendered(artifacts.page, artifacts.rendered)
  const result = await aiReadinessAnalysis.analyse({ ...artifacts, facts, renderedFacts }, {})
  return ANALYSES['ai-readiness'].result.parse(result)
}

/** Answers of a type, with a link where agents find the rest. */
const typed =
  (type: string, body: string | object, headers: Record<string, string> = {}): Answer =>
  (_, to) => {
    to.writeHead(200, { 'content-type': type, ...headers })
    to.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const wellKnown = (answers: Readonly<Record<string, Answer>>): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [`/.well-known/${name}`, answer]),
  )

const ROBOTS = `User-agent: GPTBot
Allow: /
Content-Signal: search=yes, ai-train=no
Sitemap: https://shop.net/sitemap.xml
`

const READY: Readonly<Record<string, Answer>> = {
  '/': (request, to) => {
    const isMarkdown = request.headers.accept === 'text/markdown'
    const type = isMarkdown ? 'text/markdown' : 'text/html'
    to.writeHead(200, { 'content-type': type, link: '</.well-known/api-catalog>; rel=api-catalog' })
    to.end(isMarkdown ? '# Shop' : '<!doctype html><title>Shop</title><h1>Shop</h1>')
  },
  '/robots.txt': typed('text/plain', ROBOTS),
  '/llms.txt': redirectTo('/docs/llms.txt'),
  '/docs/llms.txt': typed('text/markdown', '# Shop\n- [Spades](/spades.md): all of them'),
  '/auth.md': typed('text/markdown', '# Sign in'),
  '/openapi.json': typed('application/json', {
    openapi: '3.1.0',
    paths: { '/buy': { post: { 'x-payment-info': {} } } },
  }),
  ...wellKnown({
    'http-message-signatures-directory': typed('application/json', { keys: [] }),
    'api-catalog': typed('application/linkset+json', { linkset: [] }),
    'oauth-authorization-server': typed('application/json', { issuer: 'https://shop.net' }),
    'oauth-protected-resource': typed('application/json', { resource: 'https://shop.net' }),
    'mcp/server-card.json': typed('application/json', { name: 'shop' }),
    'agent-skills/index.json': typed('application/json', { skills: [] }),
    'security.txt': typed('text/plain', 'Contact: mailto:security@shop.net'),
    x402: typed('application/json', { version: 1, resources: [] }),
    ucp: typed('application/json', { ucp: {} }),
    'acp.json': typed('application/json', { protocol: { name: 'acp' } }),
  }),
}

describe('a site', () => {
  test('that has everything for agents passes every check', async () => {
    const { origin } = await serveSite(READY)
    const resolver = createServer((request, response) => {
      const isMcp = request.url?.includes('_mcp._agents.shop.net') === true
      const Answer = isMcp ? [{ name: 'mcp', type: 64, TTL: 60, data: '1 mcp.shop.net.' }] : []
      response.end(JSON.stringify({ Status: 0, Answer }))
    })
    const servers = [await startNameServer({ 'shop.net': { a: ['127.0.0.1'] } })]
    const result = await analyse(`http://shop.net:${new URL(origin).port}/`, {
      servers,
      dohUrl: `http://127.0.0.1:${await listen(resolver)}/dns-query`,
    })
    const { checks, ...score } = result.agentReadiness
    expect(score).toEqual({ score: 100, passed: 16, total: 16, grade: 'A' })
    expect(checks.commerce).toEqual({ x402: true, mpp: true, ucp: true, acp: true })
    expect(result.aiSearchReadiness.llmsTxt).toMatchObject({ isMarkdown: true, linkCount: 1 })
    expect(result.aiSearchReadiness.renderGap).toMatchObject({
      checked: false,
      reason: 'This agent has no browser.',
      rawWordCount: 1,
    })
  })

  test.each<[string, (text: string) => [type: string, body: string]]>([
    ['a page', () => ['text/html', '<!doctype html><p>Contact: # us']],
    ['a text', (path) => ['text/plain', `# Contact\nContact: nothing at ${path}`]],
    ['no type', () => ['', '# Shop\nContact: us']],
  ])('that answers whatever is asked with %s passes none', async (_, answerTo) => {
    const port = await listen(
      createServer((request, response) => {
        const [type, body] = answerTo(request.url ?? '')
        if (type !== '') response.setHeader('content-type', type)
        response.end(body)
      }),
    )
    const { agentReadiness } = await analyse(`http://127.0.0.1:${port}/`)
    expect(agentReadiness).toMatchObject({ score: 0, passed: 0, grade: 'F' })
    expect(Object.values(agentReadiness.checks.commerce)).not.toContain(true)
  })

  test('that has nothing passes none, and its page is told with its status', async () => {
    const { origin } = await serveSite({})
    const result = await analyse(`${origin}/gone`)
    expect(result).toMatchObject({ url: `${origin}/gone`, statusCode: 404 })
    expect(result.agentReadiness).toMatchObject({ score: 0, passed: 0, total: 16, grade: 'F' })
  })
})

describe.skipIf(CHROME.missing !== null)('a page in the browser', () => {
  const browser: AnalysisBrowser = testBrowser()
  const LATE = `<script>
    fetch('/words').then((answer) => answer.text()).then((text) => {
      document.body.insertAdjacentHTML('beforeend', text)
    })
  </script>`
  const WORDS = `<p>${'word '.repeat(80)}</p><a href="/a"></a><script type="application/ld+json">{}</script>`

  /** Without the limit that holds for users: a busy machine may need longer. */
  const rendered = async (url: string, restMs = PATIENCE_MS) => {
    const page = await gatherOne('page', url)
    const times = { limitMs: PATIENCE_MS, restMs }
    return renderDocument(page, browser, times, AbortSignal.timeout(PATIENCE_MS))
  }

  test('shows what only its scripts make', async () => {
    const { origin } = await serve({ '/': `<body><p>Loading</p>${LATE}`, '/words': WORDS })
    const { aiSearchReadiness } = await analyse(`${origin}/`, {}, rendered)
    expect(aiSearchReadiness.renderGap).toEqual({
      checked: true,
      reason: null,
      complete: true,
      rawWordCount: 1,
      renderedWordCount: 81,
      rawLinks: 0,
      renderedLinks: 1,
      rawJsonLd: 0,
      renderedJsonLd: 1,
      contentHiddenFromAiCrawlers: true,
    })
  })

  test('is read as it is where a third party never answers', async () => {
    const { origin } = await serve({
      '/': `<body><p>Here are some words</p><img src=/never>`,
      '/never': () => {},
    })
    const html = expect.stringContaining('Here are some words')
    expect(await rendered(`${origin}/`, 1)).toEqual({ html, isComplete: false })
  })

  test('is not opened where it is no page', async () => {
    const { origin, asked } = await serve({
      '/': (_, to) => to.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    })
    expect(await gatherOne('rendered', `${origin}/`, { browser })).toMatchObject({ html: null })
    expect(asked).toHaveLength(1)
  })

  test.each<[string, (request: IncomingMessage, to: ServerResponse) => void]>([
    ['gets no answer', (request) => request.socket.destroy()],
    ['gets an error', (_, to) => to.writeHead(403).end('<p>no')],
  ])('that %s there takes nothing else away', async (_, answerBrowser) => {
    const { origin } = await serve({
      '/': (request, to) => {
        if (request.headers['user-agent']?.includes('Chrome') === true) answerBrowser(request, to)
        else to.setHeader('content-type', 'text/html').end(`<p>${'word '.repeat(60)}`)
      },
    })
    const { aiSearchReadiness } = await analyse(`${origin}/`, {}, rendered)
    expect(aiSearchReadiness.renderGap).toMatchObject({
      checked: false,
      reason: expect.stringMatching(/\w/),
      rawWordCount: 60,
      renderedWordCount: 0,
      contentHiddenFromAiCrawlers: false,
    })
  })
})
