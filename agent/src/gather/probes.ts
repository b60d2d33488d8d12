import { anySignal } from '@sightline/shared/any-signal'
import { randomUUID } from 'node:crypto'
import { isSameSite } from '../page/site.ts'
import { PROBES } from '../probes/table.ts'
import { createGate } from '../bounds/gate.ts'
import type { ProbeAnswer, ProbeAnswers } from '../probes/answers.ts'
import type { Page } from '../http/page.ts'
import type { Fetch } from '../http/fetch.ts'
import type { Gatherer } from './gatherer.ts'

/** As many connections as browsers open to a host. */
const AT_ONCE = 6
const PROBE_MS = 5_000
const ALL_MS = 10_000
const MAX_REDIRECTS = 5
const MAX_BODY_BYTES = 256 * 1024

function answerOf({ pathname: path }: URL, page: Page): ProbeAnswer {
  const { statusCode, headers, body } = page
  const isTruncated = page.isTruncated || body.byteLength > MAX_BODY_BYTES
  return { path, statusCode, headers, body: body.subarray(0, MAX_BODY_BYTES), isTruncated }
}

/** Asks a site for what it may tell agents; what goes wrong is no answer. The site of a page is that of
 *  where it came from. */
async function askProbes(page: Page, fetch: Fetch, signal: AbortSignal): Promise<ProbeAnswers> {
  const site = new URL(page.url)
  const isOver = anySignal([signal, AbortSignal.timeout(ALL_MS)])
  const gate = createGate({ total: AT_ONCE, perKey: AT_ONCE })
  const ask = async (url: URL, accept?: string): Promise<ProbeAnswer | null> => {
    const leave = await new Promise<() => void>((enter) => gate.pass('', false, enter))
    try {
      if (isOver.aborted) return null
      const request = {
        url,
        maxBodyBytes: MAX_BODY_BYTES,
        followRedirects: MAX_REDIRECTS,
        mayLeadTo: (next: URL) => isSameSite(next, site),
        ...(accept === undefined ? {} : { headers: { accept } }),
      }
      const limit = anySignal([isOver, AbortSignal.timeout(PROBE_MS)])
      const fetched = await fetch(request, limit)
      return fetched.ok ? answerOf(url, fetched.page) : null
    } finally {
      leave()
    }
  }

  const at = (path: string): URL => new URL(path, site)
  const isHome = site.href === at('/').href
  const paths = Object.values(PROBES).flatMap(({ paths: some, accept }) =>
    some.map((path) => [path, accept] as const),
  )
  const [home, missing, markdown, files] = await Promise.all([
    isHome ? answerOf(site, page) : ask(at('/')),
    ask(at(`/.well-known/${randomUUID()}`)),
    // Not by its path, which may look like the beginning of another address.
    ask(site, 'text/markdown'),
    Promise.all(paths.map(async ([path, accept]) => [path, await ask(at(path), accept)] as const)),
  ])
  return { home, missing, markdown, files: Object.fromEntries(files) }
}

/** Asks the site of the page. */
export const gatherProbes: Gatherer<'probes'> = async ({ get, fetch, signal }) =>
  askProbes(await get('page'), fetch, signal)
