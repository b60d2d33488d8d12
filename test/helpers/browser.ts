import { createLogger } from '@sightline/shared/logger'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { Browser, Rendered, RenderRequest } from '../../agent/src/browser/browser.ts'
import { createBrowser } from '../../agent/src/browser/create-browser.ts'
import { findChrome } from '../../agent/src/browser/find-chrome.ts'
import { listen } from './listen.ts'
import { toolsFor } from './run-checker.ts'

/** Chromes of this machine; tests are skipped where there is none. */
export const CHROME = findChrome(process.env['SIGHTLINE_CHROME'] ?? null)

/** A browser for the tests of one file.
 *  @param open ranges the operator opened; the loopback network unless told otherwise */
export function testBrowser(options: { open?: readonly string[]; pages?: number } = {}): Browser {
  const { open, pages = 4 } = options
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'))
  const browser = createBrowser({
    found: CHROME,
    dial: toolsFor(open === undefined ? {} : { open }).dial,
    pages,
    dataFolder: path.join(tmpdir(), 'sightline-test-chrome'),
    stateFolder: folder,
    log: createLogger('test', (process.env['TEST_LOG'] as 'error' | undefined) ?? 'silent'),
  })
  afterAll(async () => {
    await browser.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return browser
}

/** A site of this test's own: answers by path, 404 for any other.
 *  @returns its origin, and what it was asked */
export async function site(
  pages: Readonly<Record<string, string | RequestListener>>,
): Promise<{ origin: string; port: number; asked: IncomingMessage[] }> {
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
  return { origin: `http://127.0.0.1:${port}`, port, asked }
}

/** Renders an address, for 40 s at most unless told otherwise. */
export function render(
  browser: Browser,
  url: string,
  request: Partial<RenderRequest> & { limitMs?: number; signal?: AbortSignal } = {},
): Promise<Rendered> {
  const { limitMs = 40_000, signal = AbortSignal.timeout(limitMs), ...more } = request
  const whole: RenderRequest = {
    url: new URL(url),
    headers: {},
    userAgent: null,
    credentials: null,
    waitFor: { kind: 'load' },
    verifyTls: true,
    family: 'any',
    ...more,
  }
  return browser.render(whole, signal)
}
