import { anySignal } from '@sightline/shared/any-signal'
import type { ChromeKeeper } from './chrome-keeper.ts'
import type { Chrome } from './launch.ts'
import { createPagePlaces } from './page-places.ts'
import type { DocumentJudge, StillPage } from './still-page.ts'
import { openStillPage } from './still-page.ts'
import type { NoContext } from './no-context.ts'

/** What came of a document. */
export type Judged =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly kind: NoContext['kind'] | 'crashed'; readonly message: string }

/** Has documents judged, one after the other, in a page that is kept for the next. */
export interface DocumentJudging {
  /** Always resolves, within 200 ms of the signal's end. */
  readonly judge: (html: string, judge: DocumentJudge, signal: AbortSignal) => Promise<Judged>
}

/** A page grows with every document it has shown. */
const MAX_USES = 50
/** More would not be served in the time of a call. */
const MAX_LINE = 30

const NO_ROOM = 'The browser of this agent is busy: too many documents wait for it.'
const NO_ANSWER = 'The browser could not judge the document: it is too much for it.'
const NO_PAGE = 'The browser of this agent had no page ready in time.'

interface Kept {
  readonly chrome: Chrome
  readonly judge: DocumentJudge
  readonly page: StillPage
}

/** @param keeper whose Chrome the page is of; it is not kept running for it */
export function createDocumentJudging(keeper: Pick<ChromeKeeper, 'take'>): DocumentJudging {
  const line = createPagePlaces({ total: 1, waiting: MAX_LINE })
  let kept: Kept | null = null

  function discard(): void {
    void kept?.page.close()
    kept = null
  }

  async function pageOf(chrome: Chrome, judge: DocumentJudge, signal: AbortSignal) {
    const isGood = kept?.chrome === chrome && kept.judge === judge && kept.page.uses() < MAX_USES
    if (kept !== null && isGood) return kept.page
    discard()
    const page = await openStillPage(chrome, judge, signal)
    kept = { chrome, judge, page }
    return page
  }

  async function ask(
    chrome: Chrome,
    html: string,
    judge: DocumentJudge,
    signal: AbortSignal,
  ): Promise<unknown> {
    const page = await pageOf(chrome, judge, signal)
    const isFirst = page.uses() === 0
    try {
      return await page.ask(html, signal)
    } catch (error) {
      discard()
      // What an earlier document left behind must not be told of this one.
      if (isFirst || signal.aborted) throw error
      return ask(chrome, html, judge, signal)
    }
  }

  return {
    async judge(html, judge, signal) {
      const leave = await line.take(signal)
      if (leave === null) return { ok: false, kind: 'noRoom', message: NO_ROOM }
      try {
        const { chrome, giveBack } = await keeper.take(signal)
        try {
          const until = anySignal([signal, chrome.gone])
          return { ok: true, value: await ask(chrome, html, judge, until) }
        } catch {
          return { ok: false, kind: 'crashed', message: NO_ANSWER }
        } finally {
          giveBack()
        }
      } catch (error) {
        const message = error instanceof Error && !signal.aborted ? error.message : NO_PAGE
        return { ok: false, kind: 'unavailable', message }
      } finally {
        leave()
      }
    },
  }
}
