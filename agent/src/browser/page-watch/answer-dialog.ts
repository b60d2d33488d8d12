import type { CDPSession, Protocol } from 'puppeteer'

const MAX_DIALOGS = 20

/** Makes what says no to whatever a page asks people, and yes to being left.
 *  @param session of the page */
export function createAnswerDialog(
  session: CDPSession,
): (event: Protocol.Page.JavascriptDialogOpeningEvent) => void {
  let dialogs = 0
  return ({ type }) => {
    dialogs += 1
    // A page that asks again and again is left waiting.
    if (dialogs > MAX_DIALOGS) return
    const accept = type === 'beforeunload'
    session.send('Page.handleJavaScriptDialog', { accept }).catch(() => {})
  }
}
