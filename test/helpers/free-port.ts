import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections (from 32,768 on Linux, 49,152 on macOS): one of those
 *  can be taken by any connection while a program that is to come back to it starts anew. */
const QUIET_PORTS = { first: 20_000, last: 32_000 } as const
/** More workers than run beside each other. */
const SHARES = 12
const SHARE = (QUIET_PORTS.last - QUIET_PORTS.first) / SHARES

/** Each worker of the tests gives ports of a share of its own, one after the other: a program that is started anew finds
 *  its port, which nobody listens on meanwhile and any other would be told is free. */
const share = (Number(process.env['VITEST_POOL_ID'] ?? 0) % SHARES) * SHARE + QUIET_PORTS.first
let given = randomInt(SHARE)

function nextPort(): number {
  given = (given + 1) % SHARE
  return share + given
}

/** A TCP port of 127.0.0.1 that nobody listens on at this moment, and that no other test was given.
 *  @param preferred taken when it is free */
export async function freePort(preferred: number | null = null): Promise<number> {
  if (preferred !== null && preferred > 0) {
    const port = await tryPort(preferred)
    if (port !== null) return port
  }
  for (let tries = 0; tries < SHARE; tries += 1) {
    const port = await tryPort(nextPort())
    if (port !== null) return port
  }
  throw new Error('no port of 127.0.0.1 is free')
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
