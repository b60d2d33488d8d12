import type { CDPSession, Protocol } from 'puppeteer'
import { netErrorWord } from '../browser/net-errors.ts'
import type { DocumentFailure } from './messages.ts'

/** Follows the main document of a page. */
export interface DocumentWatch {
  /** Resolves when one does not come. */
  readonly failed: Promise<DocumentFailure>
  /** Status of the last document of an address; null when none came from there. */
  readonly statusOf: (url: string) => number | null
}

/** A page that leads on and on. */
const MAX_DOCUMENTS = 100
/** Chrome's word for what a page that is there breaks off itself; and, where none is there yet, for a
 *  download or an answer without content. */
const GIVEN_UP = 'ERR_ABORTED'
const BLANK = 'about:blank'

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '')

/** Watches a page from before its first navigation. */
export async function watchDocument(session: CDPSession): Promise<DocumentWatch> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const statuses = new Map<string, number>()
  const urls = new Map<string, string>()
  let isThere = false
  const isMain = (event: { frameId?: string; requestId: string; loaderId: string }): boolean =>
    event.frameId === frameTree.frame.id && event.requestId === event.loaderId

  session.on('Network.requestWillBeSent', (event: Protocol.Network.RequestWillBeSentEvent) => {
    if (isMain(event) && urls.size < MAX_DOCUMENTS) urls.set(event.requestId, event.request.url)
  })
  session.on('Network.responseReceived', (event: Protocol.Network.ResponseReceivedEvent) => {
    if (!isMain(event) || statuses.size >= MAX_DOCUMENTS) return
    statuses.set(withoutFragment(event.response.url), event.response.status)
  })
  session.on('Page.frameNavigated', ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.parentId === undefined && frame.url !== BLANK) isThere = true
  })
  const failed = new Promise<DocumentFailure>((resolve) => {
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      const url = urls.get(requestId)
      const netError = netErrorWord(errorText)
      if (url === undefined || (netError === GIVEN_UP && isThere)) return
      resolve({ url, netError, statusCode: statuses.get(withoutFragment(url)) ?? null })
    })
  })
  await Promise.all([session.send('Page.enable'), session.send('Network.enable')])
  return { failed, statusOf: (url) => statuses.get(withoutFragment(url)) ?? null }
}
