import type { LiveState } from './live-stream.ts'
import { createLiveStream } from './live-stream.ts'
import type { TabMessage } from './live-tabs.ts'
import { createLiveTabs, SAYS_EVERY_MS } from './live-tabs.ts'

// One for all tabs of a browser that show one workspace: over HTTP/1.1 a host gets six connections of a browser, and
// every stream takes one.

/** What the worker tells a tab. */
export type WorkerMessage =
  | { readonly state: LiveState }
  | { readonly event: string; readonly data: unknown }

const tabs = createLiveTabs<MessagePort>()
let state: LiveState = 'connecting'

function tellAll(message: WorkerMessage): void {
  for (const port of tabs.all()) port.postMessage(message)
}

const stream = createLiveStream({
  event: (event, data) => tellAll({ event, data }),
  state(next) {
    if (next === state) return
    state = next
    tellAll({ state })
  },
})

let wasSeen = false

/** Only changes are said to the stream: its time until it closes must not begin anew. */
function lookAnew(): void {
  const isSeen = tabs.isSeen(Date.now())
  if (isSeen === wasSeen) return
  wasSeen = isSeen
  stream.look(isSeen)
}
setInterval(lookAnew, SAYS_EVERY_MS)

addEventListener('connect', (connected) => {
  const [port] = (connected as MessageEvent).ports
  if (port === undefined) return
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    tabs.told(port, data, Date.now())
    lookAnew()
  })
  port.start()
  port.postMessage({ state } satisfies WorkerMessage)
})
