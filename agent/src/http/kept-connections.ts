import type { Socket } from 'node:net'
import type { TlsDetails } from '../net/certificate.ts'

/** A connection to one address that the guard has judged, over which HTTP/1.1 is spoken. */
export interface Connection {
  readonly socket: Socket
  readonly ip: string
  /** null over plain http. */
  readonly tls: TlsDetails | null
}

/** Connections that are used again by requests that belong together (those of one piece of work), and by
 *  nobody else. A connection stays with the address that was judged for it. */
export interface KeptConnections {
  /** A connection to the origin that nobody uses; null where there is none. It is the caller's then. */
  readonly take: (origin: string) => Connection | null
  /** Takes one back whose last answer was read whole. */
  readonly keep: (origin: string, connection: Connection) => void
  /** No connection to the origin is kept from now on: it breaks the rules that this rests on. */
  readonly forgo: (origin: string) => void
  readonly isForgone: (origin: string) => boolean
  /** Ends them all; none is kept any more. */
  readonly close: () => void
}

/** More than are used at once; a page may name files of a hundred hosts. */
const MAX_IDLE = 12

interface Idle {
  readonly origin: string
  readonly connection: Connection
  readonly drop: () => void
  /** Bytes that nobody asked for. */
  readonly intrude: () => void
}

/** A pool for one piece of work. Whatever comes over a connection while nobody uses it (a close, or an
 *  answer to nothing) ends it, so that no answer is taken for that of another request. */
export function createKeptConnections(): KeptConnections {
  /** The one used last at the end. */
  const idle: Idle[] = []
  const forgone = new Set<string>()
  let isClosed = false

  function release(at: number): Connection | null {
    const kept = idle[at]
    if (kept === undefined) return null
    idle.splice(at, 1)
    const { connection, drop, intrude } = kept
    connection.socket.off('data', intrude).off('end', drop).off('error', drop).off('close', drop)
    return connection
  }

  function end(at: number): void {
    release(at)?.socket.destroy()
  }

  function endOf(origin: string): void {
    for (let at = idle.length - 1; at >= 0; at -= 1) if (idle[at]?.origin === origin) end(at)
  }

  function forgo(origin: string): void {
    forgone.add(origin)
    endOf(origin)
  }

  return {
    take: (origin) => release(idle.findLastIndex((each) => each.origin === origin)),
    keep(origin, connection) {
      const { socket } = connection
      if (isClosed || forgone.has(origin) || socket.destroyed || socket.readableEnded) {
        socket.destroy()
        return
      }
      const drop = (): void => {
        const at = idle.findIndex((each) => each.connection === connection)
        if (at !== -1) end(at)
      }
      const intrude = (): void => forgo(origin)
      idle.push({ origin, connection, drop, intrude })
      socket.on('data', intrude).on('end', drop).on('error', drop).on('close', drop)
      if (idle.length > MAX_IDLE) end(0)
    },
    forgo,
    isForgone: (origin) => forgone.has(origin),
    close() {
      isClosed = true
      while (idle.length > 0) end(0)
    },
  }
}
