import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** What becomes of what goes one way or the other. */
export type Passage =
  | { readonly kind: 'open' }
  /** Everything comes, so much later. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Nothing comes, not even that a connection is over, and nobody says so; what was sent comes later. */
  | { readonly kind: 'silent' }
  /** Connections are broken, and new ones as soon as they are made. */
  | { readonly kind: 'broken' }

export const OPEN: Passage = { kind: 'open' }

/** A port of this machine that leads to another one. */
export interface Way {
  readonly port: number
  readonly set: (passage: Passage) => void
  readonly close: () => Promise<void>
}

/** A sender waits when the way holds more of him than this. */
const MAX_HELD_BYTES = 1_000_000

/** One direction of one connection. */
interface Lane {
  /** Brings what is due. */
  readonly carry: () => void
}

/** What is under way; no bytes: the connection is over. */
interface Held {
  readonly bytes: Buffer | null
  readonly dueMs: number
}

/** @param port of 127.0.0.1 that it leads to */
export async function openWay(port: number): Promise<Way> {
  let passage: Passage = OPEN
  const sockets = new Set<Socket>()
  const lanes = new Set<Lane>()

  function openLane(from: Socket, to: Socket): void {
    const held: Held[] = []
    let heldBytes = 0
    let timer: NodeJS.Timeout | null = null

    function bring({ bytes }: Held): void {
      heldBytes -= bytes?.length ?? 0
      if (bytes === null) to.destroy()
      else if (!to.destroyed) to.write(bytes)
    }

    function carry(): void {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (passage.kind === 'silent') return
      for (let [next] = held; next !== undefined; [next] = held) {
        const waitMs = next.dueMs - performance.now()
        if (waitMs > 0) {
          timer = setTimeout(carry, waitMs)
          return
        }
        held.shift()
        bring(next)
      }
      if (to.writableNeedDrain) to.once('drain', () => from.resume())
      else from.resume()
    }

    function hold(bytes: Buffer | null): void {
      const delayMs = passage.kind === 'slow' ? passage.delayMs : 0
      // Never before what was sent before it.
      const dueMs = Math.max(performance.now() + delayMs, held.at(-1)?.dueMs ?? 0)
      held.push({ bytes, dueMs })
      heldBytes += bytes?.length ?? 0
      if (heldBytes > MAX_HELD_BYTES || to.writableNeedDrain) from.pause()
      carry()
    }

    const lane = { carry }
    lanes.add(lane)
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', hold)
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      hold(null)
    })
    to.on('close', () => lanes.delete(lane))
  }

  const server = createServer((socket) => {
    if (passage.kind === 'broken') {
      socket.destroy()
      return
    }
    const onward = connect(port, '127.0.0.1')
    openLane(socket, onward)
    openLane(onward, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function destroyAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    set(wanted) {
      passage = wanted
      if (wanted.kind === 'broken') destroyAll()
      for (const { carry } of lanes) carry()
    },
    async close() {
      passage = { kind: 'broken' }
      destroyAll()
      for (const { carry } of lanes) carry()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
