import { CrawlBatchOutput, CrawlOpening, CrawlRecord } from '@sightline/shared/crawl/work'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHROME, PATIENCE_MS, site, testBrowser } from '../../helpers/browser.ts'
import { crawlOne } from '../../helpers/crawling.ts'
import { eventually } from '../../helpers/eventually.ts'
import type { AgentCall } from '../../helpers/fake-controller.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import type { Answer } from '../../helpers/gathering.ts'
import { serveSite } from '../../helpers/gathering.ts'
import { startAgent } from './agent-program.ts'

const html =
  (body: string): Answer =>
  (_, to) =>
    void to.writeHead(200, { 'content-type': 'text/html' }).end(body)

/** Has an agent do some work. @returns its output, and the lines beside it */
async function work(
  call: AgentCall,
  kind: string,
  input: object,
): Promise<{ output: unknown; lines: readonly string[] }> {
  const id = `wrk_${kind}`
  const value = { kind, inputJson: JSON.stringify(input) }
  call.say({ case: 'work', value: { id, timeoutMs: 20_000, work: { case: 'json', value } } })
  const ofItem = () => call.said('work').filter((update) => update.id === id)
  const last = await eventually(() => ofItem().find(({ update }) => update.case !== 'chunk'))
  if (last.update.case !== 'outputJson') throw new Error(JSON.stringify(last.update))
  const parts = ofItem().flatMap(({ update }) => (update.case === 'chunk' ? [update.value] : []))
  const lines = Buffer.concat(parts).toString('utf8').split('\n')
  return { output: JSON.parse(last.update.value), lines: lines.filter((line) => line !== '') }
}

test('an agent opens a site and crawls its pages', async () => {
  const controller = await startFakeController()
  onTestFinished(controller.stop)
  startAgent(controller.address)
  const call = await controller.call(0)
  const { origin } = await serveSite({
    '/': html('<title>Home</title><a href="/next">Next</a>'),
    '/next': html('<title>Next</title>'),
    '/robots.txt': 'User-agent: *\nDisallow: /private',
    '/sitemap.xml': '<urlset><url><loc>https://example.com/far</loc></url></urlset>',
  })
  const own = { userAgent: null, respectRobots: true, dropTracking: false }
  const asked = { ...own, url: `${origin}/`, isBare: false, includeSitemap: true }
  const opened = await work(call, 'crawlOpening', asked)
  const { startUrl, robots } = CrawlOpening.parse(opened.output)
  expect(startUrl).toBe(`${origin}/`)
  expect(opened.lines).toEqual(['https://example.com/far'])

  const paths = ['/', '/next', '/private/1', '/gone']
  const urls = paths.map((path, id) => ({ id, url: origin + path, isExternal: false }))
  const pace = { startAfterMs: 0, intervalMs: 1, parallel: 2 }
  const batch = await work(call, 'crawlBatch', { ...own, ...pace, urls, robots, render: false })
  expect(CrawlBatchOutput.parse(batch.output)).toEqual({ robots: null })
  const records = batch.lines.map((line) => CrawlRecord.parse(JSON.parse(line)))
  const outcomes = records.map(({ id, outcome }) => [paths[id], outcome])
  expect(Object.fromEntries(outcomes)).toEqual({
    '/': 'page',
    '/gone': 'other',
    '/next': 'page',
    '/private/1': 'blocked',
  })
  expect(call.said('hello')[0]?.capabilities).toContain('crawl')
})

describe.skipIf(CHROME.missing !== null)('a crawl with rendering', () => {
  const browser = testBrowser()

  test('reads a page as its scripts make it', async () => {
    const { origin } = await site({
      '/robots.txt': '',
      '/app': `<!doctype html><html lang="en"><title>App</title><main id="app"></main><script>
        document.getElementById('app').innerHTML =
          '<h1>' + navigator.userAgent + '</h1><a href="/next">Next</a>'
        </script>`,
    })
    const plan = { render: true, userAgent: 'FooBot/1' }
    const record = await crawlOne(`${origin}/app`, plan, { browser, timeoutMs: PATIENCE_MS })
    expect(record).toMatchObject({
      outcome: 'page',
      statusCode: 200,
      error: null,
      audit: { title: 'App', h1: 'FooBot/1' },
      links: [[`${origin}/next`, 0, 3, 'Next']],
    })
  })
})
