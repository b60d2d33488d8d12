import { request } from 'node:http'

/** Below the limits of a key (30 requests in 10 s) and of an address (60): the bench spreads over keys and
 *  loopback addresses instead of lifting limits. */
const PER_KEY = 25
const PER_ADDRESS = 40

/** Asks the API one thing after the other. Both calls throw when the status is not 200. */
export interface Asker {
  readonly read: (path: string) => Promise<unknown>
  /** @returns how long the whole answer took, ms */
  readonly time: (path: string) => Promise<number>
}

export function createAsker(url: string, newKey: () => Promise<string>): Asker {
  let calls = 0
  let key = ''

  async function prepare(): Promise<string> {
    if (calls % PER_KEY === 0) key = await newKey()
    const address = Math.floor(calls / PER_ADDRESS)
    calls += 1
    return `127.2.${Math.floor(address / 250)}.${(address % 250) + 1}`
  }

  return {
    async read(path) {
      const localAddress = await prepare()
      return JSON.parse(await get(`${url}${path}`, key, localAddress))
    },
    async time(path) {
      const localAddress = await prepare()
      const startedAt = performance.now()
      await get(`${url}${path}`, key, localAddress)
      return performance.now() - startedAt
    },
  }
}

function get(url: string, key: string, localAddress: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { headers: { 'x-api-key': key }, localAddress, agent: false as const }
    const call = request(url, options, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${url}: ${response.statusCode} ${text}`))
      })
    })
    call.on('error', reject)
    call.end()
  })
}
