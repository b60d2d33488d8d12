import type { LiveListener } from './live-stream.ts'
import { createLiveStream } from './live-stream.ts'
import type { TabMessage } from './live-tabs.ts'
import { SAYS_EVERY_MS } from './live-tabs.ts'
import type { WorkerMessage } from './live-worker.ts'
// Vite makes the export.
// oxlint-disable-next-line import/default
import worker from './live-worker.ts?sharedworker&url'

/** Says now and whenever it changes whether the page is looked at.
 *  @returns ends it */
function watchSight(tell: (isSeen: boolean) => void): () => void {
  const look = (): void => tell(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', look)
  look()
  return () => document.removeEventListener('visibilitychange', look)
}

function followAlone(listener: LiveListener): () => void {
  const stream = createLiveStream(listener)
  const leave = watchSight(stream.look)
  return () => {
    leave()
    stream.close()
  }
}

function followTogether(listener: LiveListener, name: string): () => void {
  const { port } = new SharedWorker(worker, { type: 'module', name })
  const say = (message: TabMessage): void => port.postMessage(message)
  const saySight = (): void => say(document.visibilityState === 'visible' ? 'seen' : 'hidden')
  const go = (): void => say('gone')
  port.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if ('state' in data) listener.state(data.state)
    else listener.event(data.event, data.data)
  })
  port.start()
  const leave = watchSight(saySight)
  const timer = setInterval(saySight, SAYS_EVERY_MS)
  addEventListener('pagehide', go)
  addEventListener('pageshow', saySight)
  return () => {
    leave()
    clearInterval(timer)
    removeEventListener('pagehide', go)
    removeEventListener('pageshow', saySight)
    go()
    port.close()
  }
}

/** Follows the workspace: over one stream for all tabs of the browser where it has workers that tabs share.
 *  @param name of person and workspace: tabs of another have a worker of their own
 *  @returns ends it */
export function followWorkspace(listener: LiveListener, name: string): () => void {
  return typeof SharedWorker === 'undefined'
    ? followAlone(listener)
    : followTogether(listener, name)
}
