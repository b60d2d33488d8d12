import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FolderServer } from '../helpers/folder-server.ts'
import { serveFolder } from '../helpers/folder-server.ts'
import type { Program } from '../helpers/program.ts'
import type { SmallInstallation } from '../helpers/small-installation.ts'
import { startSmallInstallation } from '../helpers/small-installation.ts'

const PAGES = 150

let installation: SmallInstallation
let folder: string
let site: FolderServer
let agent: Program<unknown>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-site-'))
  for (let page = 0; page < PAGES; page += 1) {
    const links = [2 * page + 1, 2 * page + 2, (page * 7) % PAGES]
      .filter((to) => to < PAGES)
      .map((to) => `<a href="/${to}.html">Page ${to}</a>`)
    const html = `<!doctype html><html lang="en"><title>Page ${page}</title><h1>Page ${page}</h1>${links.join(' ')}`
    await writeFile(path.join(folder, `${page}.html`), html)
  }
  site = await serveFolder(folder)
  installation = await startSmallInstallation()
  agent = await installation.startAgent('agent-a', 'eu-west')
})
afterAll(async () => {
  await installation.close()
  await site.close()
  await rm(folder, { recursive: true })
})

interface Job {
  readonly jobId: string
  readonly status: string
  readonly pagesCrawled: number
  readonly complete: boolean
  readonly error: string | null
}

/** Asks again while the controller or its database is away, or it was asked too often. */
async function ask<T>(method: string, where: string, body?: unknown): Promise<T> {
  for (;;) {
    const response = await installation.call(method, where, body).catch(() => null)
    const isAnswer = response !== null && response.status < 500 && response.status !== 429
    if (isAnswer) return (await response.json()) as T
    await delay(500)
  }
}

/** Longer than a batch that is lost with an agent holds anything up. */
const STUCK_MS = 60_000

/** What is to be known of a crawl that does not go on. */
async function standstill(job: Job): Promise<string> {
  const { rows } = await installation.db.query<{ told: unknown }>({
    text: `select jsonb_build_object(
      'hosts', (select jsonb_agg(h) from crawl_hosts h),
      'batches', (select jsonb_agg(b) from crawl_batches b),
      'urls', (select jsonb_agg(u) from (
        select state, outcome, attempts, count(*) from crawl_urls group by 1, 2, 3) u),
      'now', now()) as told`,
  })
  const told = JSON.stringify({ job, ...(rows[0]?.told as object) }, null, 1)
  return `the crawl stands still: ${told}\nthe controller wrote:\n${installation.controller().output()}`
}

async function crawl(
  start: string,
  settings: Readonly<Record<string, unknown>>,
  meanwhile: (job: Job) => Promise<void> = async () => undefined,
): Promise<Job> {
  const { jobId } = await ask<Job>('POST', '/api/v1/crawl', { url: start, ...settings })
  let pages = 0
  let since = performance.now()
  for (;;) {
    const job = await ask<Job>('GET', `/api/v1/crawl/${jobId}`)
    if (job.status !== 'queued' && job.status !== 'running') return job
    await meanwhile(job)
    if (job.pagesCrawled !== pages) since = performance.now()
    pages = job.pagesCrawled
    if (performance.now() - since > STUCK_MS) throw new Error(await standstill(job))
    await delay(400)
  }
}

interface Found {
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** What a crawl found, without what is its own: its moment, and how long a busy machine let a page wait, which is
 *  judged too. */
async function findings({ jobId }: Job): Promise<unknown> {
  const read = async (what: string): Promise<Found['items']> => {
    const { items } = await ask<Found>('GET', `/api/v1/crawl/${jobId}/${what}`)
    return items
  }
  const pages = await read('pages?limit=1000&fields=summary')
  const issues = await read('issues')
  return [
    pages.map(({ score: _score, grade: _grade, issues: texts, ...page }) => ({
      ...page,
      texts: (texts as string[]).filter((text) => !text.startsWith('Server response is slow')),
    })),
    await read('links?limit=1000'),
    issues.filter(({ id }) => id !== 'ttfbSlow'),
    await read('orphans'),
  ]
}

test('a crawl brings the same though agents, a controller and the database are killed in the middle', async () => {
  const settings = { maxPages: 120, maxRequestsPerSecond: 30 }
  const calm = await crawl(`${site.base}/0.html`, settings)
  expect(calm).toMatchObject({ status: 'done', pagesCrawled: 120, complete: false, error: null })

  const others = await Promise.all(
    ['agent-b', 'agent-c'].map((name) => installation.startAgent(name, 'eu-west')),
  )
  const kills = [
    async () => {
      agent.kill('SIGKILL')
      await agent.exited
    },
    async () => {
      await installation.killController()
      await installation.startController()
    },
    async () => {
      agent = await installation.startAgent('agent-a', 'eu-west')
      for (const other of others) other.kill('SIGKILL')
    },
    async () => {
      await installation.stopDatabase()
      await installation.startDatabase()
    },
  ]
  const killed = await crawl(`${site.base}/0.html`, settings, async ({ pagesCrawled }) => {
    const isTime = pagesCrawled >= (5 - kills.length) * 20
    if (isTime) await kills.shift()?.()
  })
  expect(kills).toHaveLength(0)
  expect(killed).toMatchObject({ status: 'done', pagesCrawled: 120, complete: false, error: null })
  expect(await findings(killed)).toEqual(await findings(calm))
}, 600_000)

/** Documentation as Debian packs it, in one of its versions. */
async function pythonDocumentation(): Promise<string | null> {
  const names = await readdir('/usr/share/doc').catch((): string[] => [])
  for (const name of names) {
    const at = path.join('/usr/share/doc', name, 'html')
    if (
      /^python3(?:\.\d+)?$/.test(name) &&
      (await readdir(at).catch((): string[] => [])).length > 50
    )
      return at
  }
  return null
}

const documentation = await pythonDocumentation()

/** Pages of a folder that its links lead to from a page, by a walk of its own. */
function reachable(root: string, start: string): Set<string> {
  const found = new Set([start])
  const waiting = [start]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const html = readFileSync(path.join(root, page), 'utf8').replaceAll(/<!--.*?-->/gs, '')
    for (const [, tag = ''] of html.matchAll(/<a\s([^>]*)>/gi)) {
      if (/\brel="[^"]*nofollow/i.test(tag)) continue
      const href = /\bhref="([^"#?]+)/i.exec(tag)?.[1]
      const url = href === undefined ? null : URL.parse(href, `http://site/${page}`)
      if (url?.host !== 'site' || !url.pathname.endsWith('.html')) continue
      const to = decodeURIComponent(url.pathname.slice(1))
      if (found.has(to)) continue
      try {
        readFileSync(path.join(root, to))
      } catch {
        continue
      }
      found.add(to)
      waiting.push(to)
    }
  }
  return found
}

test.skipIf(documentation === null)(
  `a real documentation tree is crawled whole${documentation === null ? ' (skipped: python3-doc is not installed)' : ''}`,
  async () => {
    const root = documentation ?? ''
    const real = await serveFolder(root)
    try {
      const job = await crawl(`${real.base}/index.html`, {
        maxPages: 5_000,
        maxRequestsPerSecond: 1_000,
      })
      expect(job).toMatchObject({ status: 'done', complete: true, error: null })
      const { items } = await ask<{ items: { url: string; statusCode: number }[] }>(
        'GET',
        `/api/v1/crawl/${job.jobId}/pages?limit=1000&fields=summary`,
      )
      const good = items.filter(({ statusCode }) => statusCode === 200)
      const paths = good.map(({ url }) => decodeURIComponent(new URL(url).pathname.slice(1)))
      const pages = new Set(paths.filter((name) => name.endsWith('.html')))
      expect(pages).toEqual(reachable(root, 'index.html'))
      // The start page was asked for where the crawl begins, too.
      const often = [...real.asked].filter(([name, times]) => times > 1 && name !== '/index.html')
      expect(often).toEqual([])
    } finally {
      await real.close()
    }
  },
  300_000,
)
