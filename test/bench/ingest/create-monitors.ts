import { request } from 'node:http'

interface Creation {
  readonly url: string
  readonly targetPort: number
  readonly region: string
  readonly count: number
  readonly newKey: () => Promise<string>
}

/** Below the limits of a key (30 writes a minute) and of an address (60 requests in 10 s): the bench
 *  spreads over keys and loopback addresses instead of lifting limits. */
const PER_KEY = 25
const PER_ADDRESS = 40

/** Makes monitors over the API, one after the other.
 *  @returns how long each took, ms */
export async function createMonitors(creation: Creation): Promise<number[]> {
  const latencies: number[] = []
  let key = ''
  for (let index = 0; index < creation.count; index += 1) {
    if (index % PER_KEY === 0) key = await creation.newKey()
    const address = Math.floor(index / PER_ADDRESS) + 1
    const localAddress = `127.1.${Math.floor(address / 250)}.${(address % 250) + 1}`
    const body = JSON.stringify({
      url: `http://127.0.0.1:${creation.targetPort}/page/${index}`,
      regions: [creation.region],
    })
    const startedAt = performance.now()
    await post(`${creation.url}/api/v1/monitors`, body, key, localAddress)
    latencies.push(performance.now() - startedAt)
  }
  return latencies
}

function post(url: string, body: string, key: string, localAddress: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const call = request(
      url,
      { method: 'POST', headers, localAddress, agent: false },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => {
          if (response.statusCode === 201) resolve()
          else reject(new Error(`a monitor was not made: ${response.statusCode} ${text}`))
        })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
