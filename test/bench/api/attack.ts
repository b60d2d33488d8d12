import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** What an attacking process is to do, as JSON in its first argument. */
export interface AttackOrder {
  readonly url: string
  readonly path: string
  /** The one loopback address it comes from. */
  readonly localAddress: string
  readonly connections: number
  /** Requests, each with a key of its own that nobody has. */
  readonly perSecond: number
  readonly seconds: number
}

/** What it found, as JSON in its one line of output. */
export interface AttackReport {
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly seconds: number
}

/** The host of a real attacker is another one: what this process needs goes to whom it attacks first. */
const LEAST_PRIORITY = 19
const STEP_MS = 4
const END_OF_HEADERS = '\r\n\r\n'

/** One connection with at most one request under way. */
interface Line {
  readonly send: () => void
  readonly isFree: () => boolean
  readonly close: () => void
}

// Sockets and bytes: a client of node:http takes more processor time than the server it asks.
function openLine(order: AttackOrder, onStatus: (status: string) => void): Line {
  const { hostname, port } = new URL(order.url)
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    localAddress: order.localAddress,
  })
  let isFree = true
  let text = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('error', () => onStatus('broken'))
  socket.on('data', (chunk: string) => {
    text += chunk
    const end = text.indexOf(END_OF_HEADERS)
    if (end === -1) return
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < end + END_OF_HEADERS.length + length) return
    onStatus(text.slice(9, 12))
    text = ''
    isFree = true
  })
  return {
    isFree: () => isFree && !socket.destroyed,
    send() {
      isFree = false
      const key = `sl_live_${randomBytes(16).toString('hex')}`
      socket.write(`GET ${order.path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\n\r\n`)
    },
    close: () => socket.destroy(),
  }
}

async function attack(order: AttackOrder): Promise<AttackReport> {
  const statuses: Record<string, number> = {}
  const lines = Array.from({ length: order.connections }, () =>
    openLine(order, (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1
    }),
  )
  const startedAt = performance.now()
  const passedMs = (): number => performance.now() - startedAt
  let sent = 0
  while (passedMs() < order.seconds * 1_000) {
    const due = (passedMs() / 1_000) * order.perSecond
    for (const line of lines) {
      if (sent >= due) break
      if (!line.isFree()) continue
      line.send()
      sent += 1
    }
    await delay(STEP_MS)
  }
  for (const line of lines) line.close()
  return { statuses, seconds: passedMs() / 1_000 }
}

if (process.argv[1] === import.meta.filename) {
  setPriority(LEAST_PRIORITY)
  const report = await attack(JSON.parse(process.argv[2] ?? '') as AttackOrder)
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
