import type { RenderFailure } from './browser.ts'

/** What is said of a page whose Chrome ended under it, for whatever reason. */
export const BROWSER_ENDED = 'The browser of this agent ended while it had the page open.'

/** What is said of a page at which something of the browser's failed: that its pipe is closed is often heard
 *  before that its process has ended. */
export const BROWSER_FAILED = 'The browser of this agent failed at the page.'

/** Whether there is no page because Chrome ended, as far as can be told. */
export function hasBrowserEnded(outcome: {
  readonly ok: boolean
  readonly message?: string
}): boolean {
  return !outcome.ok && (outcome.message === BROWSER_ENDED || outcome.message === BROWSER_FAILED)
}

/** A page that ended Chrome twice, while one of the agent's own did not: its own fault, as a crash is. */
export const PAGE_ENDS_BROWSER: Pick<RenderFailure, 'kind' | 'message'> = {
  kind: 'crashed',
  message: 'The page ended the browser twice, while another page was fine in it.',
}
