import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createRunLighthouse } from '../../agent/src/lighthouse/run-lighthouse.ts'
import { createAnalysisThreads, PROMPT_THREADS } from '../../agent/src/analyses/thread/threads.ts'
import type { Artifacts } from '../../agent/src/gather/artifacts.ts'
import { createFetch } from '../../agent/src/http/fetch.ts'
import { createPreloadList } from '../../agent/src/gather/preload-list.ts'
import { createGather } from '../../agent/src/gather/gather.ts'
import { createAskDnsJson } from '../../agent/src/dns/json/ask-json.ts'
import type { AnalysisTarget, GatheredName } from '../../agent/src/gather/gatherer.ts'
import { listen } from './listen.ts'
import type { CheckerOptions } from './run-checker.ts'
import { toolsFor } from './run-checker.ts'
import type { AnalysisBrowser } from '../../agent/src/gather/analysis-browser.ts'

/** What a test's site answers at a path: a body, or whatever the test does. */
export type Answer = string | Uint8Array | ((request: IncomingMessage, to: ServerResponse) => void)

/** A redirect by status. */
export const redirectTo =
  (location: string, statusCode = 301): Answer =>
  (_, to) => {
    to.writeHead(statusCode, { location }).end()
  }

/** A site on a loopback port, 404 where nothing is said. The paths that were asked for are kept.
 *  @returns its origin */
export async function serveSite(
  answers: Readonly<Record<string, Answer>>,
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = []
  const port = await listen(
    createServer((request, to) => {
      const path = request.url ?? ''
      asked.push(path)
      const answer = answers[path]
      if (answer === undefined) to.writeHead(404).end('not found')
      else if (typeof answer === 'function') answer(request, to)
      else to.end(answer)
    }),
  )
  return { origin: `http://127.0.0.1:${port}`, asked }
}

export interface GatherOptions extends Omit<CheckerOptions, 'browser'> {
  readonly browser?: AnalysisBrowser
  /** A resolver that answers in JSON; none unless told otherwise. */
  readonly dohUrl?: string
}

const noBrowser = (): Promise<never> => Promise.reject(new Error('there is no browser'))
const NO_BROWSER: AnalysisBrowser = {
  missing: 'This agent has no browser.',
  render: noBrowser,
  visit: noBrowser,
  judge: noBrowser,
  withOwnChrome: noBrowser,
}

/** Only a test that fails waits for so long: its thread stands behind whatever else the machine does. */
const GATHER_MS = 50_000

/** One for all, because a thread takes long to start. */
const run = createAnalysisThreads(PROMPT_THREADS)

type Target = string | (AnalysisTarget & { readonly options?: unknown })

/** Gathers artifacts with the real tools of an agent. */
export function gatherSome<K extends GatheredName>(
  names: readonly K[],
  target: Target,
  { browser = NO_BROWSER, dohUrl, ...options }: GatherOptions = {},
): Promise<Pick<Artifacts, K>> {
  const tools = toolsFor(options)
  const askDns = createAskDnsJson(dohUrl === undefined ? null : new URL(dohUrl), tools)
  const gather = createGather(
    {
      fetch: createFetch(tools),
      run,
      browser,
      preloads: createPreloadList(browser),
      askDns,
      runLighthouse: createRunLighthouse(),
    },
    { options: {}, ...(typeof target === 'string' ? { url: target, isBare: false } : target) },
    AbortSignal.timeout(options.timeoutMs ?? GATHER_MS),
  )
  return gather(names)
}

/** Gathers one of them. */
export async function gatherOne<K extends GatheredName>(
  name: K,
  target: Target,
  options: GatherOptions = {},
): Promise<Artifacts[K]> {
  const gathered = await gatherSome([name], target, options)
  return gathered[name]
}
