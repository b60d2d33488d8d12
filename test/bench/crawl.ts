import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'parse5'
import { cpuMsOf, memoryMbOf } from '../helpers/process-figures.ts'
import { startProgram } from '../helpers/program.ts'
import type { Installation } from './detection/installation.ts'
import { startInstallation } from './detection/installation.ts'
import type { Crawlee } from './crawl/crawlee.ts'
import { installCrawlee } from './crawl/crawlee.ts'
import { addTicks, watchTicks } from './crawl/tick-lateness.ts'
import type { Figure, Report } from './report.ts'
import { median } from './report.ts'

const PAGES = 2_000
/** The first crawl is not counted: V8 compiles what runs often. Of the same machine a floor of 510 pages a second was
 *  followed by one of 990, so each crawl stands between two floors, and there are five. */
const ROUNDS = 5
/** As many requests at once as an agent makes: four batches of five. */
const PARALLEL = 20
const LARGE_PAGES = Number(process.env['BENCH_CRAWL_PAGES'] ?? '50000')
const MOST_MS = 1_200_000
const REGION = 'bench'
/** Part of a crawl's pages from which on it is asked for its progress all the time. */
const NEAR_END = 0.97
/** New monitors are checked at once, and then at their slots. */
const SETTLED_MS = 70_000

interface SiteServer {
  readonly base: string
  readonly stop: () => Promise<unknown>
}

async function serveSite(pages: number): Promise<SiteServer> {
  const server = await startProgram<{ port: number }>(
    fileURLToPath(new URL('crawl/site-server.ts', import.meta.url)),
    [String(pages)],
    {},
  )
  return { base: `http://127.0.0.1:${server.ready.port}`, stop: server.stop }
}

/** Pages a second that a loop fetches and parses which does nothing else. */
async function bareLoop(base: string, pages: number): Promise<number> {
  let next = 0
  async function work(): Promise<void> {
    while (next < pages) {
      const page = next
      next += 1
      parse(await (await fetch(`${base}/p/${page}`)).text())
    }
  }
  const startedAtMs = performance.now()
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return (1_000 * pages) / (performance.now() - startedAtMs)
}

interface Crawled {
  readonly jobId: string
  /** To the last page. */
  readonly pagesMs: number
  /** From there to the end: the site's figures. */
  readonly figuresMs: number
}

interface JobBody {
  readonly jobId: string
  readonly status: string
  readonly pagesCrawled: number
  readonly error: string | null
}

async function crawl(installation: Installation, base: string, pages: number): Promise<Crawled> {
  const { api } = installation
  const startedAtMs = performance.now()
  const body = { url: `${base}/p/0`, maxPages: pages, maxRequestsPerSecond: 1_000 }
  const { jobId } = (await api.call('POST', '/api/v1/crawl', body)).body as JobBody
  let readMs = 0
  let isNearEnd = false
  for (;;) {
    // To ask costs what is measured something, and near the end it must not be measured too late.
    await delay(isNearEnd && readMs === 0 ? 20 : 200)
    const job = (await api.call('GET', `/api/v1/crawl/${jobId}`)).body as JobBody
    const nowMs = performance.now() - startedAtMs
    isNearEnd = job.pagesCrawled >= NEAR_END * pages
    if (readMs === 0 && job.pagesCrawled >= pages) readMs = nowMs
    if (job.status === 'done') {
      if (job.pagesCrawled !== pages) throw new Error(`it found ${job.pagesCrawled} pages`)
      return { jobId, pagesMs: readMs, figuresMs: nowMs - readMs }
    }
    if (job.status === 'failed' || nowMs > MOST_MS) throw new Error(JSON.stringify(job))
  }
}

/** What a crawl takes in the database, a page. */
async function bytesAPage({ db }: Installation, pages: number): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>({
    text: `select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c
      where c.relkind = 'r' and c.relname like 'crawl\\_%'`,
  })
  return (rows[0]?.bytes ?? 0) / pages
}

async function median3(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const startedAtMs = performance.now()
    await read()
    times.push(performance.now() - startedAtMs)
  }
  return median(times)
}

async function measureSpeed(
  installation: Installation,
  agentPid: number,
  crawlee: Crawlee,
): Promise<Figure[]> {
  const site = await serveSite(PAGES)
  try {
    const bare = [await bareLoop(site.base, PAGES)]
    const shares: number[] = []
    const ours: number[] = []
    const peer: number[] = []
    const cpu: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = cpuMsOf(agentPid) + cpuMsOf(installation.controllerPid)
      const { pagesMs } = await crawl(installation, site.base, PAGES)
      const usedMs = cpuMsOf(agentPid) + cpuMsOf(installation.controllerPid) - before
      const floorBefore = bare.at(-1) ?? 0
      const floorAfter = await bareLoop(site.base, PAGES)
      bare.push(floorAfter)
      if (round === 0) continue
      peer.push(await crawlee.crawl(site.base, PAGES, PARALLEL))
      ours.push((1_000 * PAGES) / pagesMs)
      shares.push((2_000 * PAGES) / pagesMs / (floorBefore + floorAfter))
      cpu.push(usedMs / PAGES)
    }
    return [
      { name: 'floor: fetch and parse5 alone', value: median(bare), unit: 'pages/s', runs: bare },
      {
        name: 'crawled, audited and stored',
        value: median(ours),
        unit: 'pages/s',
        target: 'at least 100',
        runs: ours,
      },
      {
        name: 'share of the floor',
        value: median(shares),
        unit: '',
        target: 'at least 0.6',
        runs: shares,
      },
      {
        name: "Crawlee's CheerioCrawler, which stores and audits nothing",
        value: median(peer),
        unit: 'pages/s',
        runs: peer,
      },
      {
        name: 'share of Crawlee',
        value: median(ours) / median(peer),
        unit: '',
        target: 'over 1',
      },
      { name: 'CPU of agent and controller, a page', value: median(cpu), unit: 'ms' },
    ]
  } finally {
    await site.stop()
  }
}

async function measureSize(installation: Installation, agentPid: number): Promise<Figure[]> {
  const site = await serveSite(LARGE_PAGES)
  const { api } = installation
  try {
    await installation.db.query({ text: 'truncate crawl_jobs cascade' })
    const { jobId, pagesMs, figuresMs } = await crawl(installation, site.base, LARGE_PAGES)
    const controllerMb = memoryMbOf(installation.controllerPid).peak
    const agentMb = memoryMbOf(agentPid).peak
    const bytes = await bytesAPage(installation, LARGE_PAGES)
    const read = (path: string): Promise<number> =>
      median3(() => api.call('GET', `/api/v1/crawl/${jobId}/${path}`))
    const of = `${LARGE_PAGES.toLocaleString('en')} pages`
    return [
      { name: `${of}: crawled`, value: (1_000 * LARGE_PAGES) / pagesMs, unit: 'pages/s' },
      {
        name: `${of}: link graph and issues`,
        value: figuresMs / 1_000,
        unit: 's',
        target: 'under 10',
      },
      {
        name: `${of}: database, a page with 20 links`,
        value: bytes / 1_000,
        unit: 'kB',
        target: 'under 6',
      },
      {
        name: `${of}: memory of the agent at its highest`,
        value: agentMb,
        unit: 'MB',
        target: 'under 300',
      },
      {
        name: `${of}: memory of the controller at its highest, with the figures`,
        value: controllerMb,
        unit: 'MB',
        target: 'under 400',
      },
      { name: `${of}: links`, value: await read('links'), unit: 'ms', target: 'under 300' },
      {
        name: `${of}: pages?limit=1000`,
        value: await read('pages?limit=1000'),
        unit: 'ms',
        target: 'under 1000',
      },
      { name: `${of}: issues`, value: await read('issues'), unit: 'ms', target: 'under 300' },
    ]
  } finally {
    await site.stop()
  }
}

async function measureLateness(installation: Installation): Promise<Figure[]> {
  const site = await serveSite(PAGES)
  try {
    await addTicks(installation, REGION, site.base)
    await delay(SETTLED_MS)
    const calm = await watchTicks(installation, () => delay(1_000))
    const busy = await watchTicks(installation, () => crawl(installation, site.base, PAGES))
    return [
      {
        name: 'tick lateness of 600 monitors of the same host without a crawl, 99th percentile',
        value: calm.p99Ms,
        unit: 'ms',
      },
      {
        name: 'the same beside a crawl at full speed',
        value: busy.p99Ms,
        unit: 'ms',
        target: 'under 50',
      },
      { name: 'worst', value: busy.worstMs, unit: 'ms', target: 'under 250' },
      { name: 'missed ticks', value: busy.missing, unit: '', target: '0' },
    ]
  } finally {
    await site.stop()
  }
}

/** How fast a site is crawled with the whole audit of each page stored, and what a large one takes. */
export async function benchCrawl(): Promise<Report> {
  const crawlee = await installCrawlee()
  const installation = await startInstallation('127.0.0.0/8')
  try {
    const agent = await installation.startAgent(REGION, undefined, { SIGHTLINE_CHROME: 'none' })
    await delay(3_000)
    const speed = await measureSpeed(installation, agent.pid, crawlee)
    const size = LARGE_PAGES === 0 ? [] : await measureSize(installation, agent.pid)
    return {
      figures: [...speed, ...size, ...(await measureLateness(installation))],
      versions: { postgres: installation.postgresVersion, crawlee: crawlee.version },
      notes: [
        `Generated pages of 20 kB with 20 links each, served by a process of its own; politeness lifted. All share the machine: the site, the database, the controller and one agent.`,
      ],
    }
  } finally {
    await installation.stop()
    await crawlee.remove()
  }
}
