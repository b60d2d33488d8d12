import { request } from 'node:http'

/** What a call was answered with, and how long that took. */
interface ApiAnswer {
  readonly body: unknown
  readonly tookMs: number
}

/** Calls of an API that obey its limits by coming from many keys and many loopback addresses, so that
 *  a bench need not lift them. */
export interface ApiCalls {
  /** @throws when the answer is not a 2xx, with what it says */
  readonly call: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<ApiAnswer>
}

/** Below the limits of a key (30 writes a minute, 30 requests in 10 s) and of an address (60 requests
 *  in 10 s). */
const PER_KEY = 25
const PER_ADDRESS = 40

/** @param url of the controller
 *  @param newKey makes a key that was never used
 *  @param before calls of others that are not to share its addresses: a multiple of 200 */
export function createApiCalls(url: string, newKey: () => Promise<string>, before = 0): ApiCalls {
  let calls = before
  let key = Promise.resolve('')

  return {
    async call(method, path, body) {
      if (calls % PER_KEY === 0) key = newKey()
      const address = Math.floor(calls / PER_ADDRESS) + 1
      const localAddress = `127.1.${Math.floor(address / 250) % 250}.${(address % 250) + 1}`
      calls += 1
      const options = { method, localAddress, key: await key }
      return send(`${url}${path}`, options, body)
    },
  }
}

function send(
  url: string,
  options: { method: string; localAddress: string; key: string },
  body: unknown,
): Promise<ApiAnswer> {
  const { method, localAddress, key } = options
  const hasBody = body !== undefined
  const headers = {
    'x-api-key': key,
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, localAddress, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const tookMs = performance.now() - startedAt
        const status = response.statusCode ?? 0
        if (status >= 200 && status < 300) resolve({ body: JSON.parse(text), tookMs })
        else reject(new Error(`${method} ${url} was answered with ${status}: ${text}`))
      })
    })
    call.on('error', reject)
    call.end(hasBody ? JSON.stringify(body) : undefined)
  })
}
