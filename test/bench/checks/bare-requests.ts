import { request } from 'node:http'
import { request as secureRequest } from 'node:https'

// The floor: what Node takes for the same requests with nothing around them. A process of its own,
// which tells its CPU per request.
const AT_ONCE = 8
const WARM_MS = 500
const WINDOW_MS = 1_500

const url = new URL(process.argv[2] ?? '')
const ask = url.protocol === 'https:' ? secureRequest : request
// One connection a request, no session kept.
const options = { agent: false, servername: 'localhost' } as const

function once(): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = ask(url, options, (response) => {
      response.resume()
      response.on('end', resolve)
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end()
  })
}

async function goOn(ms: number): Promise<number> {
  const untilMs = performance.now() + ms
  let requests = 0
  async function line(): Promise<void> {
    while (performance.now() < untilMs) {
      await once()
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  return requests
}

await goOn(WARM_MS)
const before = process.cpuUsage()
const requests = await goOn(WINDOW_MS)
const { user, system } = process.cpuUsage(before)
process.send?.({ cpuMs: (user + system) / 1_000 / requests }, () => process.exit(0))
