import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections (from 32,768 on Linux, 49,152 on macOS): one of those
 *  can be taken by any connection while a program that is to come back to it starts anew. */
const QUIET_PORTS = { first: 20_000, last: 32_000 } as const
const QUIET_TRIES = 10

/** A TCP port of 127.0.0.1 that nobody listens on at this moment.
 *  @param preferred taken when it is free */
export async function freePort(preferred: number | null = null): Promise<number> {
  if (preferred !== null && preferred > 0) {
    const port = await tryPort(preferred)
    if (port !== null) return port
  }
  for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
    const port = await tryPort(randomInt(QUIET_PORTS.first, QUIET_PORTS.last))
    if (port !== null) return port
  }
  const port = await tryPort(0)
  if (port === null) throw new Error('no port of 127.0.0.1 is free')
  return port
}

async function tryPort(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : null
  } catch {
    return null
  } finally {
    if (server.listening) {
      server.close()
      await once(server, 'close')
    }
  }
}
