import type { Logger } from '@sightline/shared/logger'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Dial } from '../net/dial.ts'
import type {
  Browser,
  NoContext,
  RenderFailure,
  RenderRequest,
  VisitedPage,
  Visitor,
  Waited,
} from './browser.ts'
import { createChromeKeeper } from './chrome-keeper.ts'
import type { ChromePlace, FoundChrome } from './find-chrome.ts'
import type { ContextWithProxy } from './guarded-context.ts'
import { inGuardedContext } from './guarded-context.ts'
import type { Chrome } from './launch.ts'
import { launchChrome, LaunchError } from './launch.ts'
import { createPagePlaces } from './page-places.ts'
import { renderPage } from './render-page.ts'
import type { ChromeProgram } from './unpack-chrome.ts'
import { unpackChrome } from './unpack-chrome.ts'

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

const UNPREPARED =
  'The browser of this agent cannot be started: its data folder must be writable, with 300 MB of room.'

const STOPPING = 'The agent is stopping.'

/** Makes the agent's browser; nothing is started yet. */
export function createBrowser(gear: BrowserGear): Browser {
  const { found, dial, pages, log } = gear
  const profiles = path.join(gear.stateFolder, 'browser')
  const stopping = new AbortController()
  const places = createPagePlaces({ total: pages, waiting: pages * WAITING_PER_PAGE })
  let cleaning: Promise<void> | null = null

  function programOf(place: ChromePlace): Promise<ChromeProgram> {
    return place.kind === 'packaged'
      ? unpackChrome(place.archives, path.join(gear.dataFolder, 'chrome'), stopping.signal)
      : Promise.resolve({ file: place.file, environment: {} })
  }

  /** The first Chrome that starts. */
  async function launch(): Promise<Chrome> {
    // What an agent that was killed left behind.
    cleaning ??= rm(profiles, { recursive: true, force: true }).catch((error: unknown) => {
      log.warn({ err: error }, 'files of a former browser cannot be removed')
    })
    await cleaning
    let failure = new LaunchError(found.missing ?? 'This agent has no browser.')
    for (const place of found.places) {
      try {
        return await launchChrome(await programOf(place), profiles, log, stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) throw new LaunchError(STOPPING)
        if (error instanceof LaunchError) failure = error
        else {
          log.error({ err: error }, 'the browser cannot be prepared')
          failure = new LaunchError(UNPREPARED)
        }
      }
    }
    throw failure
  }

  const keeper = createChromeKeeper(launch, log)

  type Used<T> = { ok: true; value: T } | ({ ok: false } & NoContext)

  async function withGuarded<T>(
    needs: { family: RenderRequest['family'] },
    signal: AbortSignal,
    use: (guarded: ContextWithProxy, signal: AbortSignal) => Promise<T>,
  ): Promise<Used<T>> {
    const refuse = (kind: NoContext['kind'], message: string): Used<T> => ({
      ok: false,
      kind,
      message,
    })
    if (found.missing !== null) return refuse('unavailable', found.missing)
    if (stopping.signal.aborted) return refuse('stopping', STOPPING)
    const limit = AbortSignal.any([signal, stopping.signal])
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
    const until = AbortSignal.any([limit, chrome.gone, AbortSignal.timeout(MAX_PAGE_MS)])
    try {
      const value = await inGuardedContext(
        { chrome, dial, family: needs.family },
        until,
        (guarded) => use(guarded, until),
        () => {
          giveBack()
          giveBackPlace()
        },
      )
      if (!chrome.gone.aborted) return { ok: true, value }
      return refuse('unavailable', 'The browser of this agent ended while it had the page open.')
    } catch (error) {
      if (stopping.signal.aborted) return refuse('stopping', STOPPING)
      if (chrome.gone.aborted) {
        return refuse('unavailable', 'The browser of this agent ended while it had the page open.')
      }
      if (!until.aborted) throw error
      return refuse('unavailable', 'The browser of this agent had no page ready in time.')
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
      const message = 'The browser of this agent failed at the page.'
      return { ...unseen, ok: false, kind: 'unavailable', message, netError: null, waitedMs }
    }
  }

  return {
    missing: found.missing,
    pages,
    visit,
    render: (request, signal) => visit(request, { look: () => Promise.resolve(null) }, signal),
    withContext(needs, signal, use) {
      return withGuarded(needs, signal, ({ context }, until) => use({ context, signal: until }))
    },
    async stop() {
      stopping.abort()
      await keeper.stop()
    },
  }
}
