import type { CDPSession } from 'puppeteer'
import type { LoadEventName } from './load-events.ts'
import type { LoadLog } from './load-log.ts'

/** More than that are not listened to. */
const MAX_WORKERS = 50

const WORKERS = [{ type: 'worker' }]

const NOTHING_KEPT = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }

/** What comes to nothing here was of a page, or a worker, that is gone. */
const ignore = (): void => {}

function listen(session: CDPSession, { handlers }: LoadLog, names: readonly LoadEventName[]): void {
  for (const name of names) session.on(name, handlers[name] as (event: unknown) => void)
}

/** Has a log hear of everything that a page loads: Chrome tells of what its workers ask for, and of how
 *  their own scripts end, to sessions with the workers. They are held up until they are listened to.
 *  @param session of a page that is still blank, whose own events are on */
export async function followLoad(session: CDPSession, log: LoadLog): Promise<void> {
  const names = Object.keys(log.handlers) as LoadEventName[]
  const requestNames = names.filter((name) => name.startsWith('Network.'))
  let workers = 0

  function followWorker(worker: CDPSession): void {
    workers += 1
    if (workers <= MAX_WORKERS && !log.isFull()) {
      listen(worker, log, requestNames)
      worker.send('Network.enable', NOTHING_KEPT).catch(ignore)
      followWorkersOf(worker).catch(ignore)
    } else log.leaveOut()
    worker.send('Runtime.runIfWaitingForDebugger').catch(ignore)
  }

  /** Workers may have workers. */
  async function followWorkersOf(owner: CDPSession): Promise<void> {
    owner.on('Target.attachedToTarget', ({ sessionId }) => {
      const worker = owner.connection()?.session(sessionId)
      if (worker !== undefined && worker !== null) followWorker(worker)
    })
    const how = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: WORKERS }
    await owner.send('Target.setAutoAttach', how)
  }

  listen(session, log, names)
  await followWorkersOf(session)
}
