import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** A way to the test's database that can be cut: whoever takes it meets what meets him when the database
 *  dies. */
export interface WayToDatabase {
  /** URL of the same database by this way. */
  readonly url: string
  /** Breaks all connections, and refuses new ones until it is mended. */
  readonly cut: () => void
  /** Cuts once, when somebody sends this: before the database gets it, or when its answer has this in it. */
  readonly cutAt: (sent: string, answer: string | null) => Promise<void>
  readonly mend: () => Promise<void>
}

export async function openWayToDatabase(databaseUrl: string): Promise<WayToDatabase> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let trap: { sent: string; answer: string | null; sprung: () => void } | null = null
  let server: Server | null = null
  let port = 0

  function cut(): void {
    server?.close()
    server = null
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  function spring(): void {
    const sprung = trap?.sprung
    trap = null
    cut()
    sprung?.()
  }

  function carry(socket: Socket): void {
    const onward = connect(Number(target.port), target.hostname)
    let isAwaited = false
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => [socket, onward].forEach((each) => each.destroy()))
    }
    socket.on('data', (bytes) => {
      isAwaited = trap !== null && bytes.includes(trap.sent)
      if (isAwaited && trap?.answer === null) spring()
      else onward.write(bytes)
    })
    onward.on('data', (bytes) => {
      if (isAwaited && bytes.includes(trap?.answer ?? '')) spring()
      else socket.write(bytes)
    })
  }

  async function mend(): Promise<void> {
    server = createServer(carry)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await mend()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut,
    cutAt: (sent, answer) =>
      new Promise((sprung) => {
        trap = { sent, answer, sprung }
      }),
    mend,
  }
}
