import { anySignal } from '@sightline/shared/any-signal'
import type { Lacks } from '@sightline/shared/lacks'
import type { Logger } from '@sightline/shared/logger'
import type { CDPSession } from 'puppeteer'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { Dial } from '../../net/dial.ts'
import { printable } from '../../outcome/printable.ts'
import { beforeAbort } from '../before-abort.ts'
import { createGuardProxy } from '../guard-proxy.ts'
import { missingLibrary, missingLibraryText } from '../launch-failures.ts'
import type { Chrome } from '../launch.ts'
import { launchChrome } from '../launch.ts'
import { openContext } from '../open-context.ts'
import type { ChromeProgram } from '../unpack-chrome.ts'
import { serveOwnPage } from './own-page.ts'
import { findUnshownScripts } from './scripts-shown.ts'

/** For a page that takes a tenth of a second. */
const PAGE_MS = 30_000

/** Reaches nothing but one port of this machine. */
function dialOnly(port: number): Dial {
  return async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return { ok: true, socket, ip: '127.0.0.1', dnsMs: null, connectMs: 0 }
  }
}

/** @throws when the page does not come */
async function load(session: CDPSession, url: string): Promise<void> {
  await session.send('Security.setIgnoreCertificateErrors', { ignore: true })
  await session.send('Page.enable')
  const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
  const { errorText } = await session.send('Page.navigate', { url })
  if (errorText !== undefined) throw new Error(errorText)
  await loaded
}

function lackOf(chrome: Chrome): Lacks {
  const library = missingLibrary(chrome.output())
  const browser =
    library === null
      ? 'The browser of this agent does not work: an https page of its own did not load. Install chromium on its machine, or name another one by SIGHTLINE_CHROME.'
      : missingLibraryText(library)
  return { browser, scripts: [] }
}

/** Starts a Chrome, shows it an https page of the agent's own, and ends it.
 *  @param signal of whoever stops, not of a limit: a start that takes too long is to say so
 *  @param startMs how long a start may take
 *  @returns what it lacks
 *  @throws LaunchError when it does not start */
export async function tryChrome(
  program: ChromeProgram,
  folder: string,
  log: Logger,
  signal: AbortSignal,
  startMs?: number,
): Promise<Lacks> {
  const chrome = await launchChrome(program, folder, log, signal, startMs)
  const page = await serveOwnPage()
  const proxy = await createGuardProxy(dialOnly(page.port), 'any')
  try {
    const limit = anySignal([signal, chrome.gone, AbortSignal.timeout(PAGE_MS)])
    const { session } = await beforeAbort(openContext(chrome, proxy), limit)
    await beforeAbort(load(session, `https://127.0.0.1:${page.port}/`), limit)
    return { browser: null, scripts: await beforeAbort(findUnshownScripts(session), limit) }
  } catch (error) {
    log.warn({ err: error, output: printable(chrome.output(), 1_000) }, 'the browser does not work')
    return lackOf(chrome)
  } finally {
    proxy.close()
    page.close()
    await chrome.end()
  }
}
