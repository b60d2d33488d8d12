import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FaultTarget } from './fault-target.ts'
import { answerPage, close, listenOn } from './fault-target.ts'
import type { HoleRequest } from './full-backlog.ts'

/** A connection over loopback is there at once, or the queue is full. */
const FULL_AFTER_MS = 200

/** Takes places in a queue that nobody empties, until there is none left: from then on the system
 *  drops whatever wants to connect. */
async function fillQueue(host: string, port: number): Promise<Socket[]> {
  const waiting: Socket[] = []
  for (;;) {
    const socket = connect({ host, port })
    socket.on('error', () => {})
    const isConnected = await Promise.race([
      once(socket, 'connect').then(() => true),
      delay(FULL_AFTER_MS, false),
    ])
    if (!isConnected) {
      socket.destroy()
      return waiting
    }
    waiting.push(socket)
  }
}

/** Packets that want to connect are dropped, as by a firewall or a machine that is gone. */
export async function blackholeTarget(host: string): Promise<FaultTarget> {
  const server = createServer(answerPage)
  const port = await listenOn(server, host)
  const mayGoOn = new Int32Array(new SharedArrayBuffer(4))
  // There beforehand, so that between the server and the hole nobody is refused.
  const hole = new Worker(new URL('full-backlog.ts', import.meta.url), { workerData: mayGoOn })
  await once(hole, 'online')
  let waiting: Socket[] = []
  return {
    port,
    async break() {
      await close(server)
      Atomics.store(mayGoOn, 0, 0)
      const listening = once(hole, 'message')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      hole.postMessage({ host, port } satisfies HoleRequest)
      await listening
      waiting = await fillQueue(host, port)
    },
    async repair() {
      const closed = once(hole, 'message')
      Atomics.store(mayGoOn, 0, 1)
      Atomics.notify(mayGoOn, 0)
      await closed
      for (const socket of waiting) socket.destroy()
      await listenOn(server, host, port)
    },
  }
}
