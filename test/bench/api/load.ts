import { Agent, request } from 'node:http'
import { randomBytes } from 'node:crypto'

/** What a load process is to do, as JSON in its first argument. */
export interface LoadOrder {
  readonly url: string
  /** Asked for one after the other. */
  readonly paths: readonly string[]
  /** Taken in turn; none: every request has a key of its own, which nobody has. */
  readonly keys: readonly string[]
  /** Second part of the loopback addresses it comes from, 127.x.0.0/16. */
  readonly net: number
  /** Requests of one address before the next; null: all come from one. */
  readonly perAddress: number | null
  readonly atOnce: number
  /** At most; null: as fast as it goes. */
  readonly perSecond: number | null
  readonly seconds: number
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What it found, as JSON in its one line of output. */
export interface LoadReport {
  /** By path: ms of each answer. */
  readonly times: Readonly<Record<string, number[]>>
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly seconds: number
}

/** Below the limit of a key, 30 requests in 10 s. */
const PER_KEY = 25
const ADDRESSES = 60_000

async function run(order: LoadOrder): Promise<LoadReport> {
  const times: Record<string, number[]> = Object.fromEntries(order.paths.map((path) => [path, []]))
  const statuses: Record<string, number> = {}
  const startedAt = performance.now()
  const endsAt = startedAt + order.seconds * 1_000
  let asked = 0

  async function work(): Promise<void> {
    let agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let ofAgent = 0
    let localAddress = ''
    while (performance.now() < endsAt) {
      const n = asked
      asked += 1
      const dueAt = order.perSecond === null ? 0 : startedAt + (n / order.perSecond) * 1_000
      const waitMs = dueAt - performance.now()
      if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (localAddress === '' || ofAgent === order.perAddress) {
        agent.destroy()
        agent = new Agent({ keepAlive: true, maxSockets: 1 })
        const address = order.perAddress === null ? 1 : (n % ADDRESSES) + 1
        localAddress = `127.${order.net}.${address >> 8}.${address & 255}`
        ofAgent = 0
      }
      ofAgent += 1
      const path = order.paths[n % order.paths.length] ?? '/'
      const key =
        order.keys.length === 0
          ? `sl_live_${randomBytes(16).toString('hex')}`
          : (order.keys[Math.floor(n / PER_KEY) % order.keys.length] ?? '')
      const sentAt = performance.now()
      const status = await ask(`${order.url}${path}`, {
        agent,
        localAddress,
        headers: { ...order.headers, 'x-api-key': key },
      })
      times[path]?.push(performance.now() - sentAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    agent.destroy()
  }

  await Promise.all(Array.from({ length: order.atOnce }, work))
  return { times, statuses, seconds: (performance.now() - startedAt) / 1_000 }
}

function ask(
  url: string,
  options: { agent: Agent; localAddress: string; headers: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { ...options, timeout: 20_000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', () => resolve('broken'))
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve('broken'))
    call.end()
  })
}

if (process.argv[1] === import.meta.filename) {
  const report = await run(JSON.parse(process.argv[2] ?? '') as LoadOrder)
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
