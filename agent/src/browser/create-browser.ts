import type { Logger } from '@sightline/shared/logger'
import path from 'node:path'
import type { Dial } from '../net/dial.ts'
import type {
  Browser,
  RenderFailure,
  RenderRequest,
  VisitedPage,
  Visitor,
  Waited,
} from './browser.ts'
import { BROWSER_FAILED } from './browser-ended.ts'
import { createChromeKeeper } from './chrome-keeper.ts'
import { createWithProgram } from './chrome-programs.ts'
import { createContextSupply } from './context-supply.ts'
import type { Judged } from './document-judging.ts'
import { createDocumentJudging } from './document-judging.ts'
import type { FoundChrome } from './find-chrome.ts'
import { launchChrome } from './launch.ts'
import { createWithOwnChrome } from './own-chrome.ts'
import { createPagePlaces } from './page-places.ts'
import { createTakeTurn } from './page-turn.ts'
import { renderPage } from './render-page.ts'
import { createInSharedChrome } from './shared-chrome.ts'
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

/** Makes the agent's browser; nothing is started yet. */
export function createBrowser(gear: BrowserGear): Browser {
  const { found, dial, pages, log } = gear
  const { missing } = found
  const profiles = path.join(gear.stateFolder, 'browser')
  const stopped = new AbortController()
  const stopping = stopped.signal
  const places = createPagePlaces({ total: pages, waiting: pages * WAITING_PER_PAGE })
  const takeTurn = createTakeTurn({ missing, places, stopping })
  const withProgram = createWithProgram({
    found,
    dataFolder: gear.dataFolder,
    profiles,
    stopping,
    log,
  })
  const keeper = createChromeKeeper(
    () => withProgram((program) => launchChrome(program, profiles, log, stopping)),
    log,
  )
  const supply = createContextSupply(dial)
  const inSharedChrome = createInSharedChrome({ takeTurn, keeper, supply, stopping })
  const judging = createDocumentJudging(keeper)

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
      const used = await inSharedChrome(request.family, signal, (guarded, until) => {
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
    const turn = await takeTurn(signal)
    if (!turn.ok) return turn
    try {
      return await judging.judge(html, by, turn.limit)
    } finally {
      turn.giveBack()
    }
  }

  return {
    missing,
    pages,
    visit,
    judge,
    render: (request, signal) => visit(request, { look: () => Promise.resolve(null) }, signal),
    withOwnChrome: createWithOwnChrome({ missing, dial, profiles, places, withProgram, stopping }),
    async stop() {
      stopped.abort()
      await keeper.stop()
    },
  }
}
