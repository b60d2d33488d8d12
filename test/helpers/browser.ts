import { createLogger } from '@sightline/shared/logger'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type {
  Browser,
  Rendered,
  RenderFailure,
  RenderRequest,
  VisitedPage,
  Visitor,
} from '../../agent/src/browser/browser.ts'
import { createBrowser } from '../../agent/src/browser/create-browser.ts'
import { findChrome } from '../../agent/src/browser/find-chrome.ts'
import { eventually } from './eventually.ts'
import { listen } from './listen.ts'
import { toolsFor } from './run-checker.ts'
import { CHROME_FOLDER } from './shared-chrome.ts'

/** Chromes of this machine; tests are skipped where there is none. As root there is no sandbox. */
export const CHROME = findChrome(
  process.env['SIGHTLINE_CHROME'] ?? null,
  process.geteuid?.() === 0 ? 'off' : 'on',
)

/** Longest that a page may take on a machine that is busy with other tests; only a test that fails waits
 *  for it. */
export const PATIENCE_MS = 90_000

/** A browser for the tests of one file.
 *  @param open ranges the operator opened; the loopback network unless told otherwise */
export function testBrowser(options: { open?: readonly string[]; pages?: number } = {}): Browser {
  const { open, pages = 4 } = options
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'))
  const browser = createBrowser({
    found: CHROME,
    dial: toolsFor(open === undefined ? {} : { open }).dial,
    pages,
    dataFolder: CHROME_FOLDER,
    stateFolder: folder,
    log: createLogger('test', (process.env['TEST_LOG'] as 'error' | undefined) ?? 'silent'),
  })
  afterAll(async () => {
    await browser.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return browser
}

export interface Site {
  readonly origin: string
  readonly port: number
  readonly asked: readonly IncomingMessage[]
  /** Resolves when it was asked for a path. */
  readonly askedFor: (wanted: string) => Promise<unknown>
}

/** A site of this test's own: answers by path, 404 for any other. */
export async function site(
  pages: Readonly<Record<string, string | RequestListener>>,
): Promise<Site> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const page = pages[request.url ?? '']
    if (typeof page === 'function') {
      page(request, response)
      return
    }
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(page)
  })
  const port = await listen(server)
  const askedFor = (wanted: string) =>
    eventually(() => asked.some(({ url }) => url === wanted), PATIENCE_MS)
  return { origin: `http://127.0.0.1:${port}`, port, asked, askedFor }
}

/** Script of a page that asks its site for {@link SHOWN_PATH} when it is shown: after its load event, and
 *  a few answers later, so that the browser has told of the page whatever there was to tell. */
export const TELLS_SHOWN = `<script>onload = () => setTimeout(async () => {
  for (let step = 0; step < 3; step += 1) await fetch('/step' + step)
  fetch('/shown')
})</script>`
export const SHOWN_PATH = '/shown'

type Wishes = Partial<RenderRequest> & { readonly signal?: AbortSignal }

function wholeRequest(url: string, wishes: Wishes): [RenderRequest, AbortSignal] {
  const { signal = AbortSignal.timeout(PATIENCE_MS), ...more } = wishes
  const request: RenderRequest = {
    url: new URL(url),
    headers: {},
    userAgent: null,
    credentials: null,
    waitFor: { kind: 'load' },
    verifyTls: true,
    family: 'any',
    ...more,
  }
  return [request, signal]
}

/** Renders an address, for as long as a busy machine may need unless told otherwise. */
export function render(browser: Browser, url: string, wishes: Wishes = {}): Promise<Rendered> {
  return browser.render(...wholeRequest(url, wishes))
}

/** The same, with somebody who looks at the page. */
export function visit<T>(
  browser: Browser,
  url: string,
  visitor: Visitor<T>,
  wishes: Wishes = {},
): Promise<VisitedPage<T> | RenderFailure> {
  const [request, signal] = wholeRequest(url, wishes)
  return browser.visit(request, visitor, signal)
}

/** Renders an address whose time is over when something has come true. */
export async function renderUntil(
  browser: Browser,
  url: string,
  isOver: () => Promise<unknown>,
  request: Partial<RenderRequest> = {},
): Promise<Rendered> {
  const time = new AbortController()
  const rendering = render(browser, url, { ...request, signal: time.signal })
  try {
    await Promise.race([isOver(), rendering])
  } finally {
    time.abort()
  }
  return rendering
}
