import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { answerPage } from '../../bench/detection/faults/fault-target.ts'

/** What the thread is made with. */
export interface WaitingLine {
  readonly host: string
  /** Not 0 once the thread may take those who wait. */
  readonly mayGoOn: Int32Array
}

const { host, mayGoOn } = workerData as WaitingLine
let isBroken = false

/** @param what a port: it listens there; "standing": nobody is taken from now on */
function tell(what: number | 'standing'): void {
  // The rule means windows of a browser.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(what)
}

function standStill(): void {
  tell('standing')
  Atomics.wait(mayGoOn, 0, 0)
  Atomics.store(mayGoOn, 0, 0)
}

// Once broken it takes requests and is too busy to answer them.
const server = createServer((request, response) => {
  if (!isBroken) answerPage(request, response)
})
server.on('connection', (socket) => {
  if (!isBroken) return
  // Whoever is here to fill the line comes from this machine.
  if (socket.remoteAddress === host) socket.destroy()
  else setImmediate(standStill)
})
parentPort?.once('message', () => {
  isBroken = true
  standStill()
})
server.listen({ host, port: 0, backlog: 1 }, () => tell((server.address() as AddressInfo).port))
