import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { answerPage, listenOn } from '../../bench/detection/faults/fault-target.ts'
import { makeCertificate } from '../../helpers/certificates.ts'
import type { CauseTarget } from './cause-target.ts'

/** More than half of the monitor's time limit, so that no later phase takes longer. */
const HELD_BACK_MS = 5_000

/** A server that takes connections, is long about the TLS handshake and then too busy to answer. */
export async function slowHandshakeTarget(host: string): Promise<CauseTarget> {
  let isBroken = false
  const secure = createSecureServer(await makeCertificate(), (request, response) => {
    if (!isBroken) answerPage(request, response)
  })
  // Whoever gives up in the middle is no concern of the server.
  secure.on('tlsClientError', () => {})
  const door = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    void delay(isBroken ? HELD_BACK_MS : 0).then(() => {
      secure.emit('connection', socket)
      socket.resume()
    })
  })
  const port = await listenOn(door, host)
  return {
    port,
    async break() {
      isBroken = true
    },
  }
}
