import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { cpuMsOf, memoryMbOf } from '../helpers/process-figures.ts'
import { startProgram } from '../helpers/program.ts'
import type { LoadOrder, LoadReport } from './api/load.ts'
import { answersOf } from './api/load-answers.ts'
import { startLoad } from './api/start-load.ts'
import { createApiCalls } from './api-calls.ts'
import { createMonitors } from './ingest/create-monitors.ts'
import { controllerEnvironment, newOwnerKey, startDatabase } from './installation.ts'
import type { Figure, Report } from './report.ts'
import { percentile } from './report.ts'
import { COMPONENTS, keepWriting, makePage } from './status-page/make-page.ts'

const BARE = fileURLToPath(new URL('status-page/bare.ts', import.meta.url))
const REGION = 'eu-west'
/** 10,000 readers a minute. */
const READERS_PER_SECOND = 10_000 / 60
const SECONDS = 60
const REST_SECONDS = 30
const FULL_SPEED_SECONDS = 15
const WARM_UP_SECONDS = 5
const NOTES_EVERY_MS = 2_000
/** As browsers say it. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }

/** What a status page costs the controller while an outage goes on and everybody looks, against the floor, a bare
 *  fastify that sends the same bytes in the same run. */
export async function benchStatusPage(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  const postgres = await startDatabase(folder)
  const environment = controllerEnvironment(folder, postgres.url)
  const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], environment)
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  const writing = new AbortController()
  try {
    const { url } = controller.ready
    const newKey = (): Promise<string> => newOwnerKey(db)
    await createAgentToken(db, { region: REGION, name: REGION, now: new Date() })
    await createMonitors({ url, targetPort: 9, region: REGION, count: COMPONENTS, newKey })
    const calls = createApiCalls(url, newKey)
    const path = await makePage(db, (body) => calls.call('POST', '/api/v1/status-pages', body))
    const answer = await compressedAnswer(`${url}${path}`)
    const file = join(folder, 'answer.br')
    await writeFile(file, answer)
    const bare = await startProgram<{ url: string }>(BARE, [], { BENCH_ANSWER: file })
    const load = (order: Partial<LoadOrder>): Promise<LoadReport> =>
      startLoad({
        url,
        paths: [path],
        keys: [''],
        headers: HEADERS,
        net: 3,
        // A reader has a connection of its own.
        perAddress: 1,
        atOnce: 8,
        perSecond: READERS_PER_SECOND,
        seconds: SECONDS,
        ...order,
      })
    try {
      await load({ seconds: WARM_UP_SECONDS, perSecond: null })
      await load({ url: bare.ready.url, seconds: WARM_UP_SECONDS, perSecond: null })
      const restMs = await costOf(controller.pid, () => delay(REST_SECONDS * 1_000))
      const written = keepWriting(db, NOTES_EVERY_MS, writing.signal)
      const floor = await measure(bare.pid, () => load({ url: bare.ready.url }))
      const own = await measure(controller.pid, () => load({}))
      const knowing = await measure(controller.pid, () =>
        load({ headers: { ...HEADERS, 'if-none-match': '"another"' }, perAddress: 1_000_000 }),
      )
      const full = { perSecond: null, seconds: FULL_SPEED_SECONDS, perAddress: 1_000_000 }
      const floorAtFull = await load({ ...full, url: bare.ready.url })
      const ownAtFull = await load(full)
      writing.abort()
      await written
      const rest = restMs / REST_SECONDS
      return {
        figures: [
          { name: 'page, compressed', value: answer.length / 1_024, unit: 'kB' },
          { name: 'controller at rest', value: rest / 10, unit: '% of a core' },
          ...shares('10,000 readers a minute, a connection each', own, rest, 'under 10'),
          ...shares('the same over connections that stay', knowing, rest),
          ...shares('the same, bare', floor, 0),
          {
            name: '10,000 readers a minute: processor time, against bare',
            value: (own.cpuMs - rest * own.report.seconds) / floor.cpuMs,
            unit: 'x',
          },
          ...latencies(own.report, floor.report, path),
          ...fullSpeed(ownAtFull, floorAtFull),
          { name: 'memory of the controller', value: memoryMbOf(controller.pid).now, unit: 'MB' },
        ],
        versions: {},
        notes: [
          `A page of ${COMPONENTS} services with 90 days each, five of them down, and a public note every ${NOTES_EVERY_MS / 1_000} s; ${SECONDS} s each. Shares are what the controller takes beyond rest, its reading of the page included, not that of the database.`,
          'Bare: fastify that sends the same compressed bytes from memory, asked in the same way.',
        ],
      }
    } finally {
      writing.abort()
      await bare.stop()
    }
  } catch (error: unknown) {
    console.error(controller.output())
    throw error
  } finally {
    await db.close()
    await controller.stop()
    await postgres.stop(5_000)
    await rm(folder, { recursive: true, force: true })
  }
}

async function compressedAnswer(url: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  request(url, { headers: HEADERS }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve(Buffer.concat(chunks)))
  })
    .on('error', reject)
    .end()
  return promise
}

/** Processor time of a process during a work, ms. */
async function costOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOf(pid)
  await work()
  return cpuMsOf(pid) - before
}

interface Measured {
  readonly report: LoadReport
  readonly cpuMs: number
}

async function measure(pid: number, work: () => Promise<LoadReport>): Promise<Measured> {
  const before = cpuMsOf(pid)
  const report = await work()
  return { report, cpuMs: cpuMsOf(pid) - before }
}

function shares(
  name: string,
  { report, cpuMs }: Measured,
  rest: number,
  target?: string,
): Figure[] {
  const share = (cpuMs / report.seconds - rest) / 10
  return [
    { name, value: share, unit: '% of a core', ...(target === undefined ? {} : { target }) },
    { name: `${name}: answers`, value: answersOf(report) / report.seconds, unit: '/s' },
  ]
}

function latencies(own: LoadReport, floor: LoadReport, path: string): Figure[] {
  const at = (report: LoadReport, share: number): number =>
    percentile(report.times[path] ?? [], share)
  return [
    { name: 'answer, p50', value: at(own, 0.5), unit: 'ms' },
    { name: 'answer, p99', value: at(own, 0.99), unit: 'ms' },
    { name: 'answer, p99, bare', value: at(floor, 0.99), unit: 'ms' },
  ]
}

function fullSpeed(own: LoadReport, floor: LoadReport): Figure[] {
  const [ours, bare] = [own, floor].map((report) => answersOf(report) / report.seconds)
  return [
    { name: 'answers at full speed', value: ours ?? 0, unit: '/s' },
    { name: 'answers at full speed, bare', value: bare ?? 0, unit: '/s' },
    { name: 'answers at full speed, share of bare', value: (ours ?? 0) / (bare ?? 1), unit: 'x' },
  ]
}
