import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** Where to listen without ever taking a connection. */
export interface HoleRequest {
  readonly host: string
  readonly port: number
}

/** Not 0 once the thread may go on. */
const mayGoOn = workerData as Int32Array

function tell(what: 'listening' | 'closed'): void {
  // The rule means windows of a browser.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(what)
}

// A thread that stands still takes no connection: its queue stays full.
parentPort?.on('message', ({ host, port }: HoleRequest) => {
  const server = createServer((socket) => socket.destroy())
  server.listen({ host, port, backlog: 1 }, () => {
    tell('listening')
    Atomics.wait(mayGoOn, 0, 0)
    server.close(() => tell('closed'))
  })
})
