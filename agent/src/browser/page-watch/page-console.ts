import type { Protocol } from 'puppeteer'
import type { ConsoleError } from '../browser.ts'
import { browserError, exceptionError, writtenError } from '../console-errors.ts'
import type { GuardProxy } from '../guard-proxy.ts'

const MAX_MESSAGES = 1_000

/** The errors in a page's console. */
export interface PageConsole {
  /** An exception that no one caught. */
  readonly thrown: (event: Protocol.Runtime.ExceptionThrownEvent) => void
  /** By a script. */
  readonly written: (event: Protocol.Runtime.ConsoleAPICalledEvent) => void
  /** By Chrome itself. */
  readonly entered: (event: Protocol.Log.EntryAddedEvent) => void
  readonly errors: () => readonly ConsoleError[]
}

/** @param proxy that all requests of the page go through
 *  @param tooMany is told once when the page has said more than is listened to */
export function createPageConsole(
  proxy: Pick<GuardProxy, 'refusalOf'>,
  tooMany: () => void,
): PageConsole {
  const errors: ConsoleError[] = []
  let messages = 0

  function note(error: ConsoleError | null): void {
    messages += 1
    if (messages === MAX_MESSAGES) tooMany()
    if (error !== null && messages < MAX_MESSAGES) errors.push(error)
  }

  /** What Chrome wrote, as an error of the page's; null when it is none. */
  function errorOf(event: Protocol.Log.EntryAddedEvent): ConsoleError | null {
    const error = browserError(event)
    const { source, url: asked } = event.entry
    if (error === null || source !== 'network' || asked === undefined) return error
    // Chrome itself asks for the icon.
    if (URL.parse(asked)?.pathname === '/favicon.ico') return null
    const refusal = proxy.refusalOf(asked)
    return refusal === null ? error : { ...error, text: `Not loaded: ${refusal.message}` }
  }

  return {
    thrown: (event) => note(exceptionError(event)),
    written: (event) => note(writtenError(event)),
    entered: (event) => note(errorOf(event)),
    errors: () => errors,
  }
}
