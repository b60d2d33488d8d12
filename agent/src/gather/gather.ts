import type { Artifacts } from './artifacts.ts'
import type { AnalysisTarget, GatherContext, GatheredName, Gatherer } from './gatherer.ts'
import { GATHERERS } from './index.ts'

/** Fetches artifacts of one target, each at most once, those that need not wait side by side.
 *  @throws WorkRefusal when one that is asked for cannot be had */
export function createGather(
  tools: Pick<GatherContext, 'fetch' | 'run' | 'browser' | 'preloads' | 'askDns' | 'runLighthouse'>,
  { options, ...target }: AnalysisTarget & { readonly options: unknown },
  signal: AbortSignal,
): <K extends GatheredName>(names: readonly K[]) => Promise<Pick<Artifacts, K>> {
  const gatherers: { readonly [K in GatheredName]: Gatherer<K> } = GATHERERS
  const gathered = new Map<GatheredName, Promise<unknown>>()
  const context: GatherContext = { ...tools, target, options, signal, get }

  function get<K extends GatheredName>(name: K): Promise<Artifacts[K]> {
    const known = gathered.get(name)
    // What is under a name was made by that name's gatherer.
    if (known !== undefined) return known as Promise<Artifacts[K]>
    const started = gatherers[name](context)
    gathered.set(name, started)
    return started
  }

  return async (names) => {
    const pairs = await Promise.all(names.map(async (name) => [name, await get(name)] as const))
    return Object.fromEntries(pairs) as never
  }
}
