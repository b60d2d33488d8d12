import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { proportionalMbOfFamily } from '../helpers/process-figures.ts'
import type { BareChrome, BareLighthouse } from './browser/bare-chrome.ts'
import {
  chromeProgram,
  QUIET_MS,
  startBareChrome,
  startBareLighthouse,
} from './browser/bare-chrome.ts'
import type { Shop } from './browser/shop.ts'
import { openShop } from './browser/shop.ts'
import { createCleanUp } from './detection/clean-up.ts'
import type { Installation } from './detection/installation.ts'
import { startInstallation } from './detection/installation.ts'
import type { Figure, Report } from './report.ts'
import { median } from './report.ts'

/** The first ones start Chrome and compile what runs often. */
const WARM_ROUNDS = 2
const ROUNDS = 7
const LIGHTHOUSE_ROUNDS = 3
const ITEMS = 50
/** Chrome gives memory back when it has nothing to do. */
const REST_MS = 10_000
const AGENT_MS = 3_000

const CALLS = {
  screenshot: '&format=json',
  waterfall: '',
  'ai-readiness': '',
  accessibility: '',
} as const
type CallName = keyof typeof CALLS
/** What is timed in each round. */
type Timed = CallName | 'bare' | 'tall' | 'filmed'
const NAMES = Object.keys(CALLS) as CallName[]

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Bench {
  readonly installation: Installation
  readonly agentPid: number
  readonly shop: Shop
  readonly bare: BareChrome
  readonly bareLighthouse: BareLighthouse
}

async function call(
  { installation, shop }: Bench,
  name: string,
  more = '',
  url = shop.url,
): Promise<number> {
  const query = `url=${encodeURIComponent(url)}${more}`
  const { tookMs } = await installation.api.call('GET', `/api/v1/${name}?${query}`)
  return tookMs
}

/** Every call, and the bare load, one after the other in each round: what the machine does beside is the
 *  same for all. */
async function timeCalls(bench: Bench): Promise<Record<Timed, number[]>> {
  const noted: Record<Timed, number[]> = {
    screenshot: [],
    waterfall: [],
    'ai-readiness': [],
    accessibility: [],
    bare: [],
    tall: [],
    filmed: [],
  }
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    for (const name of NAMES) {
      const tookMs = await call(bench, name, CALLS[name])
      if (round >= WARM_ROUNDS) noted[name].push(tookMs)
    }
    const tallMs = await call(bench, 'screenshot', CALLS.screenshot, bench.shop.tallUrl)
    const filmedMs = await call(bench, 'waterfall', '&filmstrip=true')
    const bareMs = await bench.bare.loadMs(bench.shop.url)
    if (round < WARM_ROUNDS) continue
    noted.tall.push(tallMs)
    noted.filmed.push(filmedMs)
    noted.bare.push(bareMs)
  }
  return noted
}

async function timeLighthouse(bench: Bench): Promise<{ own: number[]; bare: number[] }> {
  const own: number[] = []
  const bare: number[] = []
  for (let round = 0; round < 1 + LIGHTHOUSE_ROUNDS; round += 1) {
    const ownMs = await call(bench, 'lighthouse')
    const bareMs = await bench.bareLighthouse.runMs(bench.shop.url)
    // The first run of each compiles what runs often.
    if (round === 0) continue
    own.push(ownMs)
    bare.push(bareMs)
  }
  return { own, bare }
}

/** What many items leave behind, in MB. */
async function leftBehindMb(bench: Bench): Promise<number> {
  await wait(REST_MS)
  const before = proportionalMbOfFamily(bench.agentPid)
  for (let item = 0; item < ITEMS; item += 1) {
    const name = NAMES[item % NAMES.length] ?? 'screenshot'
    await call(bench, name, CALLS[name])
  }
  await wait(REST_MS)
  return proportionalMbOfFamily(bench.agentPid) - before
}

async function measure(bench: Bench): Promise<Figure[]> {
  const times = await timeCalls(bench)
  const leftMb = await leftBehindMb(bench)
  const lighthouse = await timeLighthouse(bench)
  const figure = (name: string, runs: readonly number[], target?: string): Figure => ({
    name,
    value: median(runs),
    unit: 'ms',
    runs,
    ...(target === undefined ? {} : { target }),
  })
  return [
    figure('screenshot: the whole call, warm', times.screenshot, 'under 1,000'),
    figure('the same of a page of 16,384 pixels, the tallest that is shown', times.tall),
    figure('waterfall: the whole call, warm', times.waterfall),
    figure('the same page loaded by a bare Chrome until it rests', times.bare),
    {
      name: 'waterfall, to that',
      value: median(times.waterfall) / median(times.bare),
      unit: '',
      target: 'at most 1.2',
    },
    {
      name: `the same without the ${QUIET_MS} ms that both wait for the page to rest`,
      value: (median(times.waterfall) - QUIET_MS) / (median(times.bare) - QUIET_MS),
      unit: '',
    },
    {
      name: 'waterfall with pictures of the load, to one without',
      value: median(times.filmed) / median(times.waterfall),
      unit: '',
    },
    figure('ai-readiness: the whole call, warm', times['ai-readiness'], 'under 3,000'),
    figure('accessibility: the whole call, warm', times.accessibility),
    figure('lighthouse: the whole call', lighthouse.own),
    figure(
      'the same Lighthouse alone, loaded and warm, without the start of its Chrome',
      lighthouse.bare,
    ),
    {
      name: 'lighthouse, to that',
      value: median(lighthouse.own) / median(lighthouse.bare),
      unit: '',
      target: 'at most 1.1',
    },
    {
      name: `memory of the agent and its Chrome, ${ITEMS} items later`,
      value: leftMb,
      unit: 'MB more',
      target: 'at most 50',
    },
  ]
}

/** What the browser costs people who wait for it, beside a Chrome and a Lighthouse without an agent. */
export async function benchBrowser(): Promise<Report> {
  const cleanUp = createCleanUp()
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
    cleanUp.add(() => rm(folder, { recursive: true, force: true }))
    const shop = await openShop()
    cleanUp.add(shop.stop)
    const program = await chromeProgram(folder)
    const bare = await startBareChrome(program)
    cleanUp.add(bare.stop)
    const bareLighthouse = startBareLighthouse(program)
    cleanUp.add(async () => bareLighthouse.stop())
    const installation = await startInstallation('127.0.0.0/8')
    cleanUp.add(installation.stop)
    const agent = await installation.startAgent('bench', undefined, {
      // Nothing outside of this machine is asked.
      SIGHTLINE_DOH_URL: 'none',
      // As the bare one: in a folder of root's there is no other.
      SIGHTLINE_CHROME_SANDBOX: 'off',
    })
    // Until it is known to all.
    await wait(AGENT_MS)
    const bench = { installation, agentPid: agent.pid, shop, bare, bareLighthouse }
    return {
      figures: await measure(bench),
      versions: {},
      notes: [
        'A page of 12 images, a style sheet and a script, some 10,000 pixels tall, on a server of this process. Calls over the API, as people make them; all of a round one after the other.',
        'The bare load is puppeteer on the same Chrome: a context of its own, the load event, no request for 500 ms, and the context closed again; the call waits for the same, and its context is closed after the answer. The bare Lighthouse has the same version, audits and settings; its process has loaded it and measured before, its Chrome runs and is not shared, and neither start counts. The call has a new process, which loaded Lighthouse after the run before, and starts its Chrome.',
      ],
    }
  } finally {
    await cleanUp.run()
  }
}
