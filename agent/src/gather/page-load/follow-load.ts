import type { CDPSession } from 'puppeteer'
import type { PageParts } from '../../browser/page-parts.ts'
import type { LoadEventName } from './load-events.ts'
import type { LoadLog } from './load-log.ts'

/** More than that, frames of other sites and workers, are not listened to. */
const MAX_PARTS = 100

const NOTHING_KEPT = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }

function listen(session: CDPSession, { handlers }: LoadLog, names: readonly LoadEventName[]): void {
  for (const name of names) session.on(name, handlers[name] as (event: unknown) => void)
}

/** Has a log hear of everything that a page loads: Chrome tells of what its workers and frames of other sites
 *  ask for, and of how their own documents and scripts end, to sessions with them.
 *  @param session of a page that is still blank, whose own events are on */
export function followLoad(
  session: CDPSession,
  parts: Pick<PageParts, 'onJoin'>,
  log: LoadLog,
): void {
  const names = Object.keys(log.handlers) as LoadEventName[]
  const requestNames = names.filter((name) => name.startsWith('Network.'))
  let count = 0

  listen(session, log, names)
  parts.onJoin((part) => {
    count += 1
    if (count <= MAX_PARTS && !log.isFull()) {
      listen(part.session, log, requestNames)
      part.session.send('Network.enable', NOTHING_KEPT).catch(() => {})
    } else log.leaveOut()
  })
}
