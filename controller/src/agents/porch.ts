import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { ServerInterceptingCallInterface } from '@grpc/grpc-js'
import { networkOf } from '../limits/network-of.ts'

/** A connection of which no stream is let in within this time is closed: one handshake, one stream and
 *  one question to the database take less, however far the agent is. */
const LET_IN_WITHIN_MS = 10_000

/** Connections of one network that wait for that. */
const MAX_WAITING = 64

type ConnectionInfo = ReturnType<ServerInterceptingCallInterface['getConnectionInfo']>

/** Where agents' connections stand until one of their streams is let in: few of them, and not for long.
 *  The gRPC library has no limits of connections of its own, so the port is ours and it gets the sockets. */
export interface Porch {
  /** @returns the port in use
   *  @throws when the port is taken */
  readonly listen: (host: string, port: number) => Promise<number>
  /** A stream of this connection was let in: it may stay. */
  readonly letIn: (connection: ConnectionInfo) => void
  /** Takes no more connections, and closes those that wait. */
  readonly close: () => void
}

/** @param pass gets every connection that may try */
export function createPorch(pass: (socket: Socket) => void): Porch {
  /** How the wait of a connection ends, by its remote address and port. */
  const waiting = new Map<string, (isLetIn: boolean) => void>()
  const waitingOf = new Map<string, number>()
  const server = createServer({ noDelay: true }, receive)

  function receive(socket: Socket): void {
    const { remoteAddress, remotePort } = socket
    const network = networkOf(remoteAddress ?? '')
    const others = waitingOf.get(network) ?? 0
    if (remoteAddress === undefined || others >= MAX_WAITING) {
      socket.destroy()
      return
    }
    const name = `${remoteAddress} ${remotePort}`
    waitingOf.set(network, others + 1)
    const timer = setTimeout(() => end(false), LET_IN_WITHIN_MS)
    const onClose = (): void => end(false)
    waiting.set(name, end)
    socket.once('close', onClose)

    function end(isLetIn: boolean): void {
      clearTimeout(timer)
      socket.off('close', onClose)
      waiting.delete(name)
      const left = (waitingOf.get(network) ?? 1) - 1
      if (left > 0) waitingOf.set(network, left)
      else waitingOf.delete(network)
      if (!isLetIn) socket.destroy()
    }

    pass(socket)
  }

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          const address = server.address()
          resolve(typeof address === 'object' && address !== null ? address.port : port)
        })
      }),
    letIn: ({ remoteAddress, remotePort }) => waiting.get(`${remoteAddress} ${remotePort}`)?.(true),
    close() {
      server.close()
      for (const end of waiting.values()) end(false)
    },
  }
}
