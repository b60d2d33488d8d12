import type { IpFamily } from '@sightline/shared/name-resolution'
import type { CDPSession } from 'puppeteer'
import type { GuardProxy } from './guard-proxy.ts'
import type { Judged } from './document-judging.ts'
import type { PageParts } from './page-parts.ts'
import type { DocumentJudge } from './still-page.ts'
import type { ChromeProgram } from './unpack-chrome.ts'
import type { NoContext } from './no-context.ts'

/** When a page counts as there: its load event (or, once `enough` has aborted, the first paint of what has
 *  come so far, for a page whose load may never end); no request open for 500 ms after that (what puppeteer
 *  calls networkidle0); an element that matches a CSS selector, visible or not; or, for whoever takes a
 *  page as it is, `settled`: as networkIdle, but only up to 5 s after the load event, and as soon as there
 *  is any document when `enough` aborts. */
export type WaitFor =
  | { readonly kind: 'load'; readonly enough?: AbortSignal }
  | { readonly kind: 'networkIdle' }
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'settled'; readonly enough: AbortSignal }

/** One address to load. */
export interface RenderRequest {
  /** http or https, without user-info. */
  readonly url: URL
  /** Beside the browser's own, which they replace; sent to the origin of `url` only. Those of the
   *  connection (`host`) are left out, and so is `cookie`: see `cookies`. */
  readonly headers: Readonly<Record<string, string>>
  /** null for the one of the browser. */
  readonly userAgent: string | null
  /** Answer to a challenge (basic or digest) of the origin of `url`, and of no other. */
  readonly credentials: { readonly username: string; readonly password: string } | null
  /** Set for the host of `url` before it is asked; of https pages, for https only. */
  readonly cookies?: readonly { readonly name: string; readonly value: string }[]
  readonly waitFor: WaitFor
  /** Whether certificates must be good, those of subresources too. */
  readonly verifyTls: boolean
  readonly family: IpFamily
  /** What the browser passes for; a window of 1280 x 800 CSS pixels unless said. */
  readonly device?: Device
}

/** Something people look at pages with. */
export interface Device {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** Pixels of the screen to one of CSS. */
  readonly scale: number
  /** Whether it is held in the hand, and touched. */
  readonly isMobile: boolean
  /** Whether pages say by a viewport tag how wide they are laid out, and those that do not are laid out
   *  wide and shown smaller, as phones do; else all of them are as wide as the window. */
  readonly usesViewportTag: boolean
}

/** An error of the page's own. `exception` was thrown and caught by no one, `console` was written by
 *  the page's scripts (console.error, a failed console.assert), `browser` by Chrome (a script that
 *  answered 404, a broken security policy). Those of requests that the guard refused are not among them. */
export interface ConsoleError {
  readonly kind: 'exception' | 'console' | 'browser'
  /** At most 500 characters, printable. */
  readonly text: string
  /** URL of the script or resource; null where none is known. */
  readonly source: string | null
  /** From 1; null where none is known. */
  readonly line: number | null
}

/** A request of the page that got no answer (an answer with an error status is one). */
export interface FailedRequest {
  /** At most 500 characters. */
  readonly url: string
  /** One sentence for people. */
  readonly message: string
  /** The guard forbids its address: no fault of the page's. */
  readonly isBlocked: boolean
}

/** What was seen of a page, as far as it came. */
export interface PageSight {
  /** Where redirects and scripts led; the asked one when nothing came. */
  readonly url: string
  /** Of the main document; null when no answer came. */
  readonly statusCode: number | null
  /** The first 20. */
  readonly consoleErrors: readonly ConsoleError[]
  /** The first 20, without those that the page or a navigation gave up itself. */
  readonly failedRequests: readonly FailedRequest[]
  /** The page asked for more than a rendering may take (bytes, connections, requests): the rest was
   *  refused. Or one of its frames died. */
  readonly wasCut: boolean
}

/** A page that was rendered: everything in `waitFor` came true within the time. */
export interface RenderedPage extends PageSight {
  readonly ok: true
  /** Where redirects led, and scripts that load another document; not what scripts write in place of its address. */
  readonly documentUrl: string
  /** The document as it then was, serialised; at most 5,000,000 characters. */
  readonly html: string
  readonly isHtmlTruncated: boolean
  /** Without white space around it, at most 1,000 characters; empty where there is none. */
  readonly title: string
  /** From the navigation's start until `waitFor` came true. */
  readonly loadMs: number
  /** Its load event came. */
  readonly isLoaded: boolean
}

/** Why there is no rendered page. The first three say nothing about the page:
 *  `unavailable` no Chrome works here, it ended under the page, or the agent could not reach out;
 *  `noRoom` too many pages wait, or it waited for all of its time; `stopping` the agent ends.
 *  `blocked` the main document (or what it redirects to) has an address the guard forbids;
 *  `navigation` the main document could not be loaded; `crashed` the page's process died, out of memory
 *  for instance; `notReached` the page came, but not what `waitFor` names, in the time; `badSelector` what
 *  it names is no CSS selector. */
export type RenderFailureKind =
  | 'unavailable'
  | 'noRoom'
  | 'stopping'
  | 'blocked'
  | 'navigation'
  | 'crashed'
  | 'notReached'
  | 'badSelector'

export interface RenderFailure extends PageSight {
  readonly ok: false
  readonly kind: RenderFailureKind
  /** Sentences for people: what happened, and what was there instead. */
  readonly message: string
  /** Chrome's word such as `ERR_CERT_DATE_INVALID`; null unless it was what failed. */
  readonly netError: string | null
}

export type Rendered = RenderedPage | RenderFailure

/** What is done with a page besides loading it. Part of its time. */
export interface Visitor<T> {
  /** Called with the blank page, before it is led anywhere.
   *  @param proxy what all of the page's requests go through: it knows which it refused, and why
   *  @param parts what joins the page, with sessions of its own */
  readonly before?: (
    session: CDPSession,
    proxy: Pick<GuardProxy, 'refusalOf' | 'wasCut'>,
    parts: PageParts,
  ) => Promise<void>
  /** Called when everything in `waitFor` came true. */
  readonly look: (session: CDPSession, page: ShownPage) => Promise<T>
  /** Whether the document is not asked for, so that it does not matter whether the page's scripts let it
   *  answer: `html` and `title` are empty then. */
  readonly skipsDocument?: boolean
}

/** A page that is there, for who looks at it. */
export interface ShownPage {
  /** Id of its frame. */
  readonly mainFrame: string
  /** Waits until the page has asked for nothing for 500 ms, but no longer than a time: pages may never
   *  stop asking. @returns whether it rests; @throws when the page or the time of the visit ends */
  readonly settle: (mostMs: number) => Promise<boolean>
  /** Its load event has come. */
  readonly isLoaded: () => boolean
  /** Counts whatever starts or ends a request. */
  readonly activity: () => number
}

/** A page that was rendered, and what its visitor saw. */
export interface VisitedPage<T> extends RenderedPage {
  readonly seen: T
}

/** How long a page waited for its turn: for a place, and for a Chrome that had to be started. None of
 *  that is the page's own doing, though it is part of the time. */
export interface Waited {
  readonly waitedMs: number
}

/** What somebody needs to start a Chrome of his own, in another process. */
export interface OwnChrome {
  /** Not tried yet: where it does not start, `use` throws a LaunchError and is called with the next. */
  readonly program: ChromeProgram
  /** Empty, and removed when its user is done. */
  readonly folder: string
  /** The only way out that its contexts are to have. */
  readonly proxy: GuardProxy
  /** Aborts when the time is over or the agent ends: its Chrome must be ended then. */
  readonly signal: AbortSignal
}

/** The agent's Chrome: started when first needed, shared, ended when idle. */
export interface Browser {
  /** Why there is none, one sentence for people; null where there is one, as far as can be told
   *  without starting it. What to announce as the capability `browser`. */
  readonly missing: string | null
  /** How many pages there are at most at once. */
  readonly pages: number
  /** Loads one address and tells what came. Always resolves; the signal's end is the time limit, and
   *  is answered within 200 ms. */
  readonly render: (request: RenderRequest, signal: AbortSignal) => Promise<Rendered & Waited>
  /** As `render`, with somebody who looks at the page. What a visitor throws is told as `unavailable`. */
  readonly visit: <T>(
    request: RenderRequest,
    visitor: Visitor<T>,
    signal: AbortSignal,
  ) => Promise<(VisitedPage<T> | RenderFailure) & Waited>
  /** Has a document judged that was fetched before: its scripts do not run, and nothing it names is loaded.
   *  Documents are judged one after the other. Always resolves; the signal's end is the time limit. */
  readonly judge: (html: string, judge: DocumentJudge, signal: AbortSignal) => Promise<Judged>
  /** Has something done with a Chrome that is not shared, one after the other, because they would slow
   *  each other. It counts as a page; who waits too long for his turn is told `noRoom`.
   *  @throws what `use` throws, but for a LaunchError */
  readonly withOwnChrome: <T>(
    needs: { readonly family: IpFamily },
    signal: AbortSignal,
    use: (own: OwnChrome) => Promise<T>,
  ) => Promise<{ readonly ok: true; readonly value: T } | ({ readonly ok: false } & NoContext)>
  /** Ends Chrome at once, and whatever is under way with it. */
  readonly stop: () => Promise<void>
}
