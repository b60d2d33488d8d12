import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createCleanUp } from '../../bench/detection/clean-up.ts'
import type { CutNetwork } from '../../bench/detection/cut-network.ts'
import { RANGE } from '../../bench/detection/cut-network.ts'
import type { Installation } from '../../bench/detection/installation.ts'
import { startInstallation } from '../../bench/detection/installation.ts'
import { isSoon } from '../../bench/detection/watched-monitors.ts'
import { startProgram } from '../../helpers/program.ts'
import type { TargetName, TargetPlaces } from './targets-program.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('targets-program.ts', import.meta.url))

/** Where monitors are checked from, and a location that more are rechecked from, which gets cut off. */
export const REGIONS = ['eu-west', 'us-east'] as const
export const CUT_REGION = 'ap-south'

/** Addresses with a target of their own; the others stay well. */
const OWN = 4
/** Addresses of a provider, in a network of its own: its trouble explains nothing else. */
const PROVIDER_RANGE = '10.79.210.0/24'
const PROVIDER_HOSTS = ['10.79.210.1', '10.79.210.2', '10.79.210.3']

const CHECK_LIMIT_MS = 30_000
/** Seldom: what is waited for takes up to minutes, and many wait at once. */
const ASK_EVERY_MS = 1_000

/** The part of an analysis that the tests look at. */
interface ToldAnalysis {
  readonly verdict: {
    readonly cause: string
    readonly category: string
    readonly scope: string
    readonly explanation: string
  }
  readonly alternatives: readonly { readonly cause: string }[]
  readonly related: readonly { readonly monitorId: string }[]
}

/** A whole installation in networks of its own, and everything its monitors watch. */
export interface Scene {
  readonly places: TargetPlaces['places']
  readonly breakTarget: (name: TargetName) => Promise<unknown>
  readonly provider: {
    readonly urls: readonly string[]
    readonly switchOff: () => Promise<void>
  }
  /** Of hosts that are always well. */
  readonly healthyUrls: readonly string[]
  /** Nothing comes back to the agent of one region any more, but from the controller. */
  readonly cutAgent: () => Promise<void>
  /** Makes a monitor. @returns its id */
  readonly create: (url: string, fields?: object) => Promise<string>
  /** Has it checked again and again until every region has passed it so many times. */
  readonly untilChecked: (id: string, times: number) => Promise<void>
  /** Waits until it is down and the reason is told. @throws with what is told instead */
  readonly analysed: (id: string, cause: string | RegExp, limitMs: number) => Promise<ToldAnalysis>
  readonly stop: () => Promise<void>
}

function untilChecked({ api }: Installation): Scene['untilChecked'] {
  async function passed(id: string): Promise<number> {
    const { body } = await api.call('GET', `/api/v1/monitors/${id}/results?status=up&per=200`)
    const { results } = body as { results: { region: string }[] }
    const byRegion = Map.groupBy(results, ({ region }) => region)
    return byRegion.size < 2 ? 0 : Math.min(...[...byRegion.values()].map(({ length }) => length))
  }
  return async (id, times) => {
    for (let round = 1; round <= times; round += 1) {
      const isPassed = async () => (await passed(id)) >= round
      if (!(await isSoon(isPassed, CHECK_LIMIT_MS, AbortSignal.timeout(2 * CHECK_LIMIT_MS))))
        throw new Error(`check ${round} of ${id} did not pass in time`)
      if (round === times) return
      // A monitor that is resumed is checked at once.
      for (const action of ['pause', 'resume'])
        await api.call('POST', `/api/v1/monitors/${id}/${action}`)
    }
  }
}

function analysed({ api }: Installation): Scene['analysed'] {
  return async (id, cause, limitMs) => {
    let told: Partial<ToldAnalysis> = {}
    const isTold = async (): Promise<boolean> => {
      const { body } = await api.call('GET', `/api/v1/monitors/${id}/analysis`)
      told = body as ToldAnalysis
      const found = told.verdict?.cause ?? ''
      return typeof cause === 'string' ? found === cause : cause.test(found)
    }
    const isInTime = await isSoon(
      isTold,
      limitMs,
      AbortSignal.timeout(limitMs + CHECK_LIMIT_MS),
      ASK_EVERY_MS,
    )
    if (isInTime) return told as ToldAnalysis
    throw new Error(`${id} is not told to be ${String(cause)}: ${JSON.stringify(told, null, 2)}`)
  }
}

/** Has nobody tell that the provider's addresses are gone: a machine that forwards would say so now and then,
 *  as often as its kernel allows. */
async function silenceProvider(network: CutNetwork): Promise<void> {
  const [command = '', ...within] = network.outside
  await run(command, [...within, 'ip', 'route', 'add', 'blackhole', PROVIDER_RANGE])
}

/** Gives the provider its addresses, or takes them away: then nobody answers at them. */
async function changeAddresses(network: CutNetwork, action: 'add' | 'delete'): Promise<void> {
  const [command = '', ...within] = network.outside
  for (const host of PROVIDER_HOSTS)
    await run(command, [...within, 'ip', 'address', action, `${host}/32`, 'dev', 'lo'])
}

/** @throws what made it fail, when nothing is left of it */
export async function setScene(network: CutNetwork): Promise<Scene> {
  const cleanUp = createCleanUp()
  try {
    const { hosts } = network
    await silenceProvider(network)
    await changeAddresses(network, 'add')
    const ownHosts = hosts.slice(0, OWN)
    const targets = await startProgram<TargetPlaces>(PROGRAM, ownHosts, {}, network.outside)
    cleanUp.add(targets.stop)
    const installation = await startInstallation(RANGE)
    cleanUp.add(installation.stop)
    const [, , cut] = await Promise.all(
      [...REGIONS, CUT_REGION].map(async (region) => {
        const site = await network.openSite(installation.grpcPort)
        await installation.startAgent(region, site, { SIGHTLINE_CHROME: 'none' })
        return site
      }),
    )
    const { places, healthyPort } = targets.ready
    const urlOf = (host: string) => `http://${host}:${healthyPort}/`
    let orders: Promise<unknown> = Promise.resolve()
    return {
      places,
      breakTarget(name) {
        orders = orders.then(() => targets.ask({ name }))
        return orders
      },
      provider: {
        urls: PROVIDER_HOSTS.map(urlOf),
        switchOff: () => changeAddresses(network, 'delete'),
      },
      healthyUrls: hosts.slice(OWN).map(urlOf),
      cutAgent: async () => cut?.cutEgress(),
      async create(url, fields = {}) {
        const body = { url, regions: REGIONS, intervalMinutes: 1, ...fields }
        const made = await installation.api.call('POST', '/api/v1/monitors', body)
        return (made.body as { monitor: { id: string } }).monitor.id
      },
      untilChecked: untilChecked(installation),
      analysed: analysed(installation),
      stop: cleanUp.run,
    }
  } catch (error: unknown) {
    await cleanUp.run()
    throw error
  }
}
