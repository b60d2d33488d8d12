import { anySignal } from '@sightline/shared/any-signal'
import { MAX_ASKED_RESOURCES } from '@sightline/shared/analyses/resources'
import { createKeptConnections } from '../http/kept-connections.ts'
import type { ResourceList } from '../page/resources/list-resources.ts'
import type { NamedResource } from '../page/resources/named-resource.ts'
import type { Gate } from '../bounds/gate.ts'
import { createGate } from '../bounds/gate.ts'
import type { FetchedResource, FetchedResources } from './artifacts.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Gatherer } from './gatherer.ts'
import { askResource } from './resources/ask-resource.ts'

/** As a browser asks, and no host more than it would. */
const AT_ONCE = { total: 6, perKey: 4 }
const RESOURCE_MS = 5_000
/** From when the page is asked for, so that an analysis whose page came late still ends in time. */
const ALL_MS = 24_000
/** A late page leaves that much. */
const LEAST_MS = 2_000

const NOT_ASKED = `It was not asked for, as the time for the page and all its resources (${ALL_MS / 1_000} s) was over.`

function enter(gate: Gate, host: string): Promise<() => void> {
  return new Promise((resolve) => {
    gate.pass(host, false, resolve)
  })
}

function notAsked(resource: NamedResource): FetchedResource {
  const nothing = { statusCode: null, headers: {}, ms: null, bytes: null }
  return { resource, ...nothing, error: NOT_ASKED, wasAsked: false }
}

/** Asks for resources side by side, in their order.
 *  @param isOver aborts when there is no more time: what has not come by then counts as not asked for */
export async function askResources(
  { resources, total }: ResourceList,
  tools: { fetch: Fetch; referrer: string },
  isOver: AbortSignal,
): Promise<FetchedResources> {
  const gate = createGate(AT_ONCE)
  const connections = createKeptConnections()
  const asking = { ...tools, connections, timeoutMs: RESOURCE_MS }
  const asked = resources.slice(0, MAX_ASKED_RESOURCES).map(async (resource) => {
    const leave = await enter(gate, new URL(resource.url).hostname)
    try {
      if (isOver.aborted) return notAsked(resource)
      const fetched = await askResource(resource, asking, isOver)
      return isOver.aborted && fetched.statusCode === null ? notAsked(resource) : fetched
    } finally {
      leave()
    }
  })
  try {
    return { resources: await Promise.all(asked), total }
  } finally {
    connections.close()
  }
}

/** Asks for what the page names. A thread reads the page for it. */
export const gatherResources: Gatherer<'resources'> = async ({ get, fetch, run, signal }) => {
  const startedAtMs = performance.now()
  const page = await get('page')
  const list = await run('listResources', page, { signal, bytes: page.body.byteLength })
  const leftMs = Math.max(LEAST_MS, ALL_MS - (performance.now() - startedAtMs))
  const isOver = anySignal([signal, AbortSignal.timeout(Math.ceil(leftMs))])
  return askResources(list, { fetch, referrer: `${new URL(page.url).origin}/` }, isOver)
}
