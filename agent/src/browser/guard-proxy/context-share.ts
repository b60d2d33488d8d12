import type { Duplex } from 'node:stream'

/** How much one context may take. */
export interface ProxyLimits {
  /** Both ways, all in all. */
  readonly maxBytes: number
  /** At once; Chrome itself has at most 32 to a proxy, beside WebSockets. */
  readonly maxConnections: number
}

/** What a context takes: its connections, and the bytes that go through them. */
export interface ContextShare {
  /** A connection, of Chrome's or to a target, that ends with the context. */
  readonly keep: (socket: Duplex) => void
  /** Counts bytes that go through; past their limit every connection ends. */
  readonly count: (chunk: Buffer) => void
  /** Takes one of the connections to targets that it may have at once.
   *  @returns gives it back; null when there is none, nor will be again */
  readonly take: () => (() => void) | null
  /** It asked for more than it may: it reaches nothing new. */
  readonly cut: () => void
  readonly wasCut: () => boolean
  /** Ends all of its connections. */
  readonly end: () => void
}

export function createContextShare(limits: ProxyLimits): ContextShare {
  const open = new Set<Duplex>()
  let connections = 0
  let bytes = 0
  let isCut = false

  function end(): void {
    for (const socket of open) socket.destroy()
  }

  return {
    keep(socket) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => open.delete(socket))
    },
    count(chunk) {
      bytes += chunk.length
      if (bytes <= limits.maxBytes) return
      // Also of one that was cut before, for other reasons: what was open then is open still.
      isCut = true
      end()
    },
    take() {
      if (isCut || connections >= limits.maxConnections) {
        isCut = true
        return null
      }
      connections += 1
      return () => (connections -= 1)
    },
    cut: () => (isCut = true),
    wasCut: () => isCut,
    end,
  }
}
