import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Probe } from './probe.ts'
import { fault } from './probe.ts'

const TIMEOUT_MS = 2_000

/** Whether this machine's network stack gives out sockets and ports at all. */
export const loopbackProbe: Probe = async () => {
  const server = createServer((socket) => socket.end())
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening', { signal })
    const address = server.address()
    if (address === null || typeof address === 'string')
      return fault('no port on the loopback interface')
    const socket = connect(address.port, '127.0.0.1')
    try {
      await once(socket, 'connect', { signal })
    } finally {
      socket.destroy()
    }
    return null
  } catch (error) {
    return fault(`a TCP connection over the loopback interface fails: ${String(error)}`)
  } finally {
    server.close()
  }
}
