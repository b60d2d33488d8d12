import type { Protocol } from 'puppeteer'

/** Why a page is not what was asked for: its process died, or was killed by the machine (which lacked
 *  the memory), its main document did not come (also one it led on to), it leads on and on, or there is
 *  nothing in it but an error status. */
export type PageTrouble =
  | { readonly kind: 'crashed' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'restless' }
  | { readonly kind: 'failed'; readonly url: string; readonly netError: string | null }

const MAX_DOCUMENTS = 20
/** A page that leads on within this time is not there yet. */
const SOON_S = 1

/** Chrome shows a page of its own where an error status comes without a body. */
const EMPTY_ERROR_PAGE = 'ERR_HTTP_RESPONSE_CODE_FAILURE'

/** The way of a page from document to document, as its events tell it. */
export interface PageCourse {
  readonly trouble: () => PageTrouble | null
  /** The first trouble is the one that is told. */
  readonly meet: (trouble: PageTrouble) => void
  readonly url: () => string
  /** Of the document: not what its scripts write in place of its address. */
  readonly documentUrl: () => string
  /** A script may keep the document of an answer that came from being there: then of the answer. */
  readonly statusCode: () => number | null
  /** An answer to the navigation came. */
  readonly hasAnswer: () => boolean
  /** A main document is there, and the page is not about to leave it. */
  readonly hasDocument: () => boolean
  /** Its load event has come too. */
  readonly isLoaded: () => boolean
  readonly sent: (event: Protocol.Network.RequestWillBeSentEvent) => void
  readonly answered: (event: Protocol.Network.ResponseReceivedEvent) => void
  /** @param word of Chrome's, as "ERR_ABORTED" */
  readonly failed: (
    event: Protocol.Network.LoadingFailedEvent,
    word: string,
    isGivenUp: boolean,
  ) => void
  readonly came: (event: Protocol.Page.FrameNavigatedEvent) => void
  readonly movedWithin: (event: Protocol.Page.NavigatedWithinDocumentEvent) => void
  readonly loaded: () => void
  readonly stoppedLoading: (event: Protocol.Page.FrameStoppedLoadingEvent) => void
  readonly askedToLeave: (event: Protocol.Page.FrameRequestedNavigationEvent) => void
  readonly meansToLeave: (event: Protocol.Page.FrameScheduledNavigationEvent) => void
  readonly meansToStay: (event: Protocol.Page.FrameClearedScheduledNavigationEvent) => void
}

/** Begins before the first navigation.
 *  @param mainFrame id of its frame
 *  @param askedUrl what it is about to load */
export function followCourse({
  mainFrame,
  askedUrl,
}: {
  mainFrame: string
  askedUrl: string
}): PageCourse {
  /** Status codes of main documents, by their loader. */
  const answers = new Map<string, number>()
  const documentErrors = new Map<string, string>()
  let trouble: PageTrouble | null = null
  let url = askedUrl
  let documentUrl = askedUrl
  let statusCode: number | null = null
  let documents = 0
  let isLoaded = false
  /** The page means to lead on. */
  let isLeaving = false
  /** Request for the document it leads on to. Events of the two come in any order. */
  let leavingBy: string | null = null

  const isMain = (event: { frameId?: string; requestId: string; loaderId: string }): boolean =>
    event.frameId === mainFrame && event.requestId === event.loaderId

  function stay(): void {
    isLeaving = false
    leavingBy = null
  }

  const isHere = (): boolean => !isLeaving && leavingBy === null

  return {
    trouble: () => trouble,
    meet: (met) => (trouble ??= met),
    url: () => url,
    documentUrl: () => documentUrl,
    statusCode: () => statusCode ?? [...answers.values()][0] ?? null,
    hasAnswer: () => documents > 0 || answers.size > 0,
    hasDocument: () => documents > 0 && isHere(),
    isLoaded: () => isLoaded && isHere(),
    sent(event) {
      if (isMain(event)) leavingBy = event.requestId
    },
    answered(event) {
      if (isMain(event)) answers.set(event.loaderId, event.response.status)
    },
    failed({ type, requestId }, word, isGivenUp) {
      if (type === 'Document') documentErrors.set(requestId, word)
      // A navigation that comes to nothing (a download, an answer without content) leaves the page there.
      if (isGivenUp && requestId === leavingBy) stay()
    },
    came({ frame }) {
      if (frame.parentId !== undefined) return
      documents += 1
      isLoaded = false
      stay()
      url = frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`
      documentUrl = url
      const netError = documentErrors.get(frame.loaderId) ?? null
      const isFailed = frame.unreachableUrl !== undefined
      const isEmpty = isFailed && netError === EMPTY_ERROR_PAGE
      statusCode = isFailed && !isEmpty ? null : (answers.get(frame.loaderId) ?? null)
      if (isFailed) trouble ??= isEmpty ? { kind: 'empty' } : { kind: 'failed', url, netError }
      answers.clear()
      documentErrors.clear()
      if (documents > MAX_DOCUMENTS) trouble ??= { kind: 'restless' }
    },
    movedWithin(event) {
      if (event.frameId === mainFrame) ({ url } = event)
    },
    loaded: () => (isLoaded = true),
    // Without a load event where a script led on to what is no page.
    stoppedLoading({ frameId }) {
      if (frameId === mainFrame && documents > 0) isLoaded = true
    },
    askedToLeave({ frameId, disposition }) {
      if (frameId === mainFrame && disposition === 'currentTab') isLeaving = true
    },
    meansToLeave({ frameId, delay }) {
      if (frameId === mainFrame && delay <= SOON_S) isLeaving = true
    },
    meansToStay({ frameId }) {
      if (frameId === mainFrame) isLeaving = false
    },
  }
}
