import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ANALYSES, browserUseOf } from '@sightline/shared/analyses/registry'
import { parse as parseWithParse5 } from 'parse5'
import { parseHtml } from '../../agent/src/page/parse/parse-html.ts'
import { memoryMbOf } from '../helpers/process-figures.ts'
import { bareRequestCpuMs } from './analyses/bare-requests.ts'
import { familyCpuMs, watchMemory } from './analyses/agent-figures.ts'
import type { CorpusPage } from './analyses/corpus.ts'
import { makeCorpus } from './analyses/corpus.ts'
import type { Installation } from './detection/installation.ts'
import { startInstallation } from './detection/installation.ts'
import type { Figure, Report } from './report.ts'
import { median } from './report.ts'

const PAGES = 24
/** The first rounds are not counted: V8 compiles what runs often. */
const WARM_ROUNDS = 1
const ROUNDS = 3
const PARALLEL = 8
/** A page takes these far longer than all others. */
const SLOW: Readonly<Partial<Record<string, number>>> = { accessibility: 12, resources: 8 }

/** Asked of single analyses, in ms of CPU a page: all of it, or above the shared parse. */
const LIMITS: Readonly<Partial<Record<string, number>>> = {
  accessibility: 600,
  audit: 40,
  content: 60,
}
/** The same for the whole call, in ms. */
const CALL_LIMITS: Readonly<Partial<Record<string, number>>> = { accessibility: 500 }
const LIMIT_ABOVE_PARSE = 25
/** It reads a page as every other does and tells next to nothing of it. */
const PARSE: AnalysisName = 'meta-tags'
const NEEDED: Readonly<Partial<Record<string, string>>> = {
  'keyword-analysis': '&keywords=the,garden,un',
}

/** Files that pages load. */
const RESOURCE = /\.(?:avif|css|gif|ico|jpe?g|js|mjs|png|svg|webp|woff2?)$/
const RESOURCE_BYTES = 1_000

interface CorpusServer {
  readonly base: string
  /** Answers given so far. */
  readonly answers: () => number
  readonly stop: () => void
}

/** Serves the corpus and something for each file that a page loads; all else is not there. */
async function serveCorpus(pages: readonly CorpusPage[]): Promise<CorpusServer> {
  const bodies = new Map(pages.map((page) => [page.path, gzipSync(page.html)]))
  let answers = 0
  const server = createServer((request, response) => {
    answers += 1
    const { pathname } = new URL(request.url ?? '/', 'http://corpus')
    const isHead = request.method === 'HEAD'
    const body = bodies.get(request.url ?? '')
    if (body !== undefined) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
      response.writeHead(200, headers).end(isHead ? undefined : body)
    } else if (RESOURCE.test(pathname)) {
      response.writeHead(200, { 'content-length': RESOURCE_BYTES })
      response.end(isHead ? undefined : Buffer.alloc(RESOURCE_BYTES))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    answers: () => answers,
    stop: () => server.closeAllConnections(),
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What an analysis of one page took. */
interface Cost {
  readonly cpuMs: number
  readonly tookMs: number
  /** What it asked of the site. */
  readonly requests: number
}

interface Bench {
  readonly installation: Installation
  readonly agentPid: number
  readonly base: string
  readonly answers: () => number
  readonly pages: readonly CorpusPage[]
}

async function analyse(bench: Bench, name: AnalysisName, page: string): Promise<Cost> {
  const url = encodeURIComponent(bench.base + page)
  const before = familyCpuMs(bench.agentPid)
  const answersBefore = bench.answers()
  const { tookMs } = await bench.installation.api.call(
    'GET',
    `/api/v1/${name}?url=${url}${NEEDED[name] ?? ''}`,
  )
  const cpuMs = familyCpuMs(bench.agentPid) - before
  return { cpuMs, tookMs, requests: bench.answers() - answersBefore }
}

/** The median over pages of the median over rounds. */
async function costOf(bench: Bench, name: AnalysisName): Promise<Cost> {
  const rounds: Cost[][] = []
  const pages = bench.pages.slice(0, SLOW[name])
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const costs: Cost[] = []
    for (const page of pages) costs.push(await analyse(bench, name, page.path))
    if (round >= WARM_ROUNDS) rounds.push(costs)
  }
  const ofPages = (pick: (cost: Cost) => number): number =>
    median(pages.map((_, page) => median(rounds.flatMap((costs) => costs[page] ?? []).map(pick))))
  return {
    cpuMs: ofPages((cost) => cost.cpuMs),
    tookMs: ofPages((cost) => cost.tookMs),
    requests: ofPages((cost) => cost.requests),
  }
}

/** The time of a plain fetch of the same pages from this process. */
async function bareFetchMs({ base, pages }: Bench): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    for (const page of pages) {
      const startedAtMs = performance.now()
      await (await fetch(base + page.path, { headers: { connection: 'close' } })).text()
      if (round >= WARM_ROUNDS) times.push(performance.now() - startedAtMs)
    }
  }
  return median(times)
}

/** What a parse alone takes of the same pages, once it is warm. */
function bareParseMs({ pages }: Bench, read: (html: string) => unknown): number {
  const rounds = Array.from({ length: WARM_ROUNDS + ROUNDS }, () =>
    pages.map(({ html }) => {
      const before = process.cpuUsage()
      read(html)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }),
  )
  return median(rounds.slice(WARM_ROUNDS).flat())
}

/** Many analyses at once: memory above idle. */
async function inParallel(bench: Bench): Promise<number> {
  const idleMb = memoryMbOf(bench.agentPid).now
  const most = watchMemory(bench.agentPid)
  const names: AnalysisName[] = ['audit', 'content', 'links', 'keyword-density']
  let next = 0
  const work = async (): Promise<void> => {
    while (next < bench.pages.length * names.length) {
      const page = bench.pages[next % bench.pages.length]
      const name = names[next % names.length]
      next += 1
      if (page !== undefined && name !== undefined) await analyse(bench, name, page.path)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return most() - idleMb
}

async function measure(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  const parallelMb = await inParallel(bench)
  // Not counted: threads of the many at once end now, and what they tidy up would count for the first.
  await costOf(bench, 'links')
  const parse = await costOf(bench, PARSE)
  // The slow ones last: what their threads tidy up afterwards would count for others.
  const all = Object.keys(ANALYSES) as AnalysisName[]
  // What renders is a browser's cost, and depends on the machine's.
  const names = all.filter((name) => browserUseOf(name) === null || name in CALL_LIMITS)
  for (const name of names.toSorted((a, b) => Number(a in SLOW) - Number(b in SLOW))) {
    const cost = name === PARSE ? parse : await costOf(bench, name)
    const limit = LIMITS[name]
    figures.push({
      name: `${name}: CPU of the whole agent, median page`,
      value: cost.cpuMs,
      unit: 'ms',
      ...(limit === undefined ? {} : { target: `at most ${limit}` }),
    })
    const callLimit = CALL_LIMITS[name]
    if (callLimit !== undefined) {
      figures.push({
        name: `${name}: the whole call, median page`,
        value: cost.tookMs,
        unit: 'ms',
        target: `at most ${callLimit}`,
      })
    }
    if (limit !== undefined || name === PARSE) continue
    figures.push({
      name: `${name}: above the shared parse`,
      value: cost.cpuMs - parse.cpuMs,
      unit: 'ms',
      target: `at most ${LIMIT_ABOVE_PARSE}`,
    })
    if (name !== 'resources') continue
    const requests = cost.requests - parse.requests
    figures.push({ name: `${name}: requests beside the page's`, value: requests, unit: '' })
    figures.push({
      name: `${name}: above the shared parse, for each of them`,
      value: (cost.cpuMs - parse.cpuMs) / requests,
      unit: 'ms',
    })
  }
  const bareMs = await bareFetchMs(bench)
  const floorMs = bareParseMs(bench, parseWithParse5)
  const parseMs = bareParseMs(bench, parseHtml)
  const requestMs = await bareRequestCpuMs(`${bench.base}/img/0.jpg`)
  return [
    ...figures,
    { name: 'a bare fetch of a page', value: bareMs, unit: 'ms' },
    {
      name: 'floor: the parse alone by parse5, in a process without other work, CPU, median page',
      value: floorMs,
      unit: 'ms',
    },
    { name: 'the parse alone as agents do it, there too', value: parseMs, unit: 'ms' },
    { name: 'floor: one HEAD request by node:http, CPU', value: requestMs, unit: 'ms' },
    {
      name: `a call of ${PARSE} over the API, above a bare fetch`,
      value: parse.tookMs - bareMs,
      unit: 'ms',
      target: 'at most 30',
    },
    {
      name: `memory of the agent above idle, ${PARALLEL} in parallel`,
      value: parallelMb,
      unit: 'MB',
      target: 'under 250',
    },
  ]
}

/** What analyses cost an agent: CPU a page, memory, and the time of a whole call. */
export async function benchAnalyses(): Promise<Report> {
  const pages = makeCorpus(PAGES)
  const corpus = await serveCorpus(pages)
  const installation = await startInstallation('127.0.0.0/8')
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
    const loopFile = path.join(folder, 'loop')
    const agent = await installation.startAgent('bench', undefined, {
      SIGHTLINE_BENCH_LOOP_FILE: loopFile,
      // In a folder of root's there is no other.
      SIGHTLINE_CHROME_SANDBOX: 'off',
      NODE_OPTIONS: `--import=${new URL('analyses/loop-watch.ts', import.meta.url).href}`,
    })
    await wait(3_000)
    await rm(loopFile, { force: true })
    await wait(1_000)
    const bench = { installation, agentPid: agent.pid, ...corpus, pages }
    const sizes = pages.map(({ html }) => html.length / 1_000)
    const figures = await measure(bench)
    const heldUpMs = Number(await readFile(loopFile, 'utf8'))
    await rm(folder, { recursive: true, force: true })
    return {
      figures: [
        ...figures,
        {
          name: "longest time the agent's event loop was held up, from its first analysis on",
          value: heldUpMs,
          unit: 'ms',
          target: 'at most 100',
        },
      ],
      versions: {},
      notes: [
        `${PAGES} generated pages of ${Math.round(Math.min(...sizes))} to ${Math.round(Math.max(...sizes))} kB; CPU of all threads of the agent and its Chrome, with fetching, the stream and garbage collection.`,
      ],
    }
  } finally {
    await installation.stop()
    corpus.stop()
  }
}
