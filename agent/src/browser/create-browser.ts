import { anySignal } from '@sightline/shared/any-signal'
import type { Logger } from '@sightline/shared/logger'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Dial } from '../net/dial.ts'
import type {
  Browser,
  NoContext,
  OwnChrome,
  RenderFailure,
  RenderRequest,
  VisitedPage,
  Visitor,
  Waited,
} from './browser.ts'
import { BROWSER_ENDED, BROWSER_FAILED } from './browser-ended.ts'
import { createChromeKeeper } from './chrome-keeper.ts'
import { createWithProgram, STOPPING } from './chrome-programs.ts'
import type { Judged } from './document-judging.ts'
import { createDocumentJudging } from './document-judging.ts'
import type { FoundChrome } from './find-chrome.ts'
import type { ProxyLimits } from './guard-proxy.ts'
import { createGuardProxy } from './guard-proxy.ts'
import type { ContextWithProxy } from './context-supply.ts'
import { createContextSupply } from './context-supply.ts'
import { inGuardedContext } from './guarded-context.ts'
import { launchChrome, LaunchError } from './launch.ts'
import { createPagePlaces } from './page-places.ts'
import { renderPage } from './render-page.ts'
import type { DocumentJudge } from './still-page.ts'

/** What a browser is made of. */
export interface BrowserGear {
  readonly found: FoundChrome
  readonly dial: Dial
  /** Pages at once. */
  readonly pages: number
  /** Folder that agents of this machine may share: unpacked Chromes. */
  readonly dataFolder: string
  /** Folder of this agent alone: profiles. */
  readonly stateFolder: string
  readonly log: Logger
}

/** For each page that may be open, so many may wait. */
const WAITING_PER_PAGE = 10
/** Longest that anything may keep a page. */
const MAX_PAGE_MS = 120_000

const NO_ROOM =
  'The browser of this agent is busy: more pages wait for it than it can load in time (SIGHTLINE_BROWSER_PAGES).'

/** Who wants a Chrome of his own waits no longer for it: what it is for takes most of a call's time. */
const MAX_LINE_MS = 20_000
/** More would not be served in that time. */
const MAX_LINE = 3

/** A page that is measured is loaded with all that it has. */
const OWN_LIMITS: ProxyLimits = { maxBytes: 200_000_000, maxConnections: 100 }

const LINE_TOO_LONG =
  'The browser of this agent is busy: it measures one page after the other, and too many wait.'

/** Makes the agent's browser; nothing is started yet. */
export function createBrowser(gear: BrowserGear): Browser {
  const { found, dial, pages, log } = gear
  const profiles = path.join(gear.stateFolder, 'browser')
  const stopping = new AbortController()
  const places = createPagePlaces({ total: pages, waiting: pages * WAITING_PER_PAGE })
  const alone = createPagePlaces({ total: 1, waiting: MAX_LINE })
  const withProgram = createWithProgram({
    found,
    dataFolder: gear.dataFolder,
    profiles,
    stopping: stopping.signal,
    log,
  })
  const keeper = createChromeKeeper(
    () => withProgram((program) => launchChrome(program, profiles, log, stopping.signal)),
    log,
  )

  const supply = createContextSupply(dial)
  const judging = createDocumentJudging(keeper)

  type Used<T> = { ok: true; value: T } | ({ ok: false } & NoContext)

  const refuse = (kind: NoContext['kind'], message: string): { ok: false } & NoContext => ({
    ok: false,
    kind,
    message,
  })

  async function withGuarded<T>(
    needs: { family: RenderRequest['family'] },
    signal: AbortSignal,
    use: (guarded: ContextWithProxy, signal: AbortSignal) => Promise<T>,
  ): Promise<Used<T>> {
    if (found.missing !== null) return refuse('unavailable', found.missing)
    if (stopping.signal.aborted) return refuse('stopping', STOPPING)
    const limit = anySignal([signal, stopping.signal])
    const giveBackPlace = await places.take(limit)
    if (giveBackPlace === null) {
      return stopping.signal.aborted ? refuse('stopping', STOPPING) : refuse('noRoom', NO_ROOM)
    }
    let lease
    try {
      lease = await keeper.take(limit)
    } catch (error) {
      giveBackPlace()
      if (stopping.signal.aborted) return refuse('stopping', STOPPING)
      const late = 'The browser of this agent did not start within the time limit.'
      return refuse('unavailable', error instanceof LaunchError ? error.message : late)
    }
    const { chrome, giveBack } = lease
    const until = anySignal([limit, chrome.gone, AbortSignal.timeout(MAX_PAGE_MS)])
    try {
      const value = await inGuardedContext(
        { chrome, supply, family: needs.family },
        until,
        (guarded) => use(guarded, until),
        () => {
          giveBack()
          giveBackPlace()
          supply.prepare(chrome)
        },
      )
      if (!chrome.gone.aborted) return { ok: true, value }
      return refuse('unavailable', BROWSER_ENDED)
    } catch (error) {
      if (stopping.signal.aborted) return refuse('stopping', STOPPING)
      if (chrome.gone.aborted) {
        return refuse('unavailable', BROWSER_ENDED)
      }
      if (!until.aborted) throw error
      return refuse('unavailable', 'The browser of this agent had no page ready in time.')
    }
  }

  /** A way out and a folder for a Chrome of somebody's own, until he is done. */
  async function lend<T>(
    family: RenderRequest['family'],
    signal: AbortSignal,
    use: (own: OwnChrome) => Promise<T>,
  ): Promise<T> {
    return withProgram(async (program) => {
      await mkdir(profiles, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(path.join(profiles, 'own-'))
      const proxy = await createGuardProxy(dial, family, OWN_LIMITS)
      try {
        return await use({ program, folder, proxy, signal })
      } finally {
        proxy.close()
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    })
  }

  async function withOwnChrome<T>(
    needs: { family: RenderRequest['family'] },
    signal: AbortSignal,
    use: (own: OwnChrome) => Promise<T>,
  ): Promise<Used<T>> {
    if (found.missing !== null) return refuse('unavailable', found.missing)
    const limit = anySignal([signal, stopping.signal])
    const waiting = anySignal([limit, AbortSignal.timeout(MAX_LINE_MS)])
    const leaveLine = await alone.take(waiting)
    const giveBackPlace = leaveLine === null ? null : await places.take(waiting)
    try {
      if (stopping.signal.aborted) return refuse('stopping', STOPPING)
      if (giveBackPlace === null) return refuse('noRoom', LINE_TOO_LONG)
      return { ok: true, value: await lend(needs.family, limit, use) }
    } catch (error) {
      if (stopping.signal.aborted) return refuse('stopping', STOPPING)
      if (!(error instanceof LaunchError)) throw error
      return refuse('unavailable', error.message)
    } finally {
      giveBackPlace?.()
      leaveLine?.()
    }
  }

  async function visit<T>(
    request: RenderRequest,
    visitor: Visitor<T>,
    signal: AbortSignal,
  ): Promise<(VisitedPage<T> | RenderFailure) & Waited> {
    const askedAtMs = performance.now()
    let waitedMs = 0
    const unseen = {
      url: request.url.href,
      statusCode: null,
      consoleErrors: [],
      failedRequests: [],
      wasCut: false,
    }
    try {
      const used = await withGuarded(request, signal, (guarded, until) => {
        waitedMs = performance.now() - askedAtMs
        return renderPage(request, guarded, visitor, until)
      })
      if (used.ok) return { ...used.value, waitedMs }
      const { kind, message } = used
      return { ...unseen, ok: false, kind, message, netError: null, waitedMs }
    } catch (error) {
      log.error({ err: error }, 'the browser failed at a page')
      const message = BROWSER_FAILED
      return { ...unseen, ok: false, kind: 'unavailable', message, netError: null, waitedMs }
    }
  }

  async function judge(html: string, by: DocumentJudge, signal: AbortSignal): Promise<Judged> {
    if (found.missing !== null) return refuse('unavailable', found.missing)
    const limit = anySignal([signal, stopping.signal])
    const giveBackPlace = await places.take(limit)
    if (giveBackPlace === null) {
      return stopping.signal.aborted ? refuse('stopping', STOPPING) : refuse('noRoom', NO_ROOM)
    }
    try {
      return await judging.judge(html, by, limit)
    } finally {
      giveBackPlace()
    }
  }

  return {
    missing: found.missing,
    pages,
    visit,
    judge,
    render: (request, signal) => visit(request, { look: () => Promise.resolve(null) }, signal),
    withOwnChrome,
    async stop() {
      stopping.abort()
      await keeper.stop()
    },
  }
}
