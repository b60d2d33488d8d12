import { createLogger } from '@sightline/shared/logger'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createAskFieldData } from '../../../../controller/src/field-data/chrome-ux-report.ts'
import { listen } from '../../../helpers/listen.ts'

const KEY = 'AIzaSecret'
const never = new AbortController().signal
const silent = createLogger('test', 'silent')
const page = new URL('https://www.example.com/a/b?token=secret#part')

const METRICS = { largest_contentful_paint: { percentiles: { p75: 2_000 } } }

/** A report that answers as the test says. */
async function report(answer: RequestListener, log = silent) {
  const port = await listen(createServer(answer))
  return createAskFieldData({ url: `http://127.0.0.1:${port}/v1/query`, key: KEY }, log)
}

/** A log that keeps its warnings. */
function keepingLog() {
  const lines: string[] = []
  const warn = (facts: { err?: unknown }, message: string): void => {
    lines.push(`${message} ${String(facts.err)}`)
  }
  return { lines, log: { warn, info() {} } as unknown as typeof silent }
}

describe('the Chrome UX Report', () => {
  test('is asked with the key in a header, and told no more of an address than its path', async () => {
    const asked: unknown[] = []
    const ask = await report((request, response) => {
      void text(request).then((body) => {
        const { method, url, headers } = request
        asked.push({ method, url, key: headers['x-goog-api-key'], ...JSON.parse(body) })
        response.end(JSON.stringify({ record: { key: {}, metrics: METRICS } }))
      })
    })
    expect(await ask('url', page, 'mobile', never)).toMatchObject({ level: 'url', overall: 'FAST' })
    expect(await ask('origin', page, 'desktop', never)).toMatchObject({ level: 'origin' })
    const common = {
      method: 'POST',
      url: '/v1/query',
      key: KEY,
      metrics: expect.arrayContaining(['largest_contentful_paint', 'cumulative_layout_shift']),
    }
    expect(asked).toEqual([
      { ...common, url: 'https://www.example.com/a/b', formFactor: 'PHONE' },
      { ...common, origin: 'https://www.example.com', formFactor: 'DESKTOP' },
    ])
  })

  test('knows nothing of what few people visit, which is no trouble', async () => {
    const { log, lines } = keepingLog()
    const ask = await report((_, response) => void response.writeHead(404).end('{"error":{}}'), log)
    expect(await ask('url', page, 'mobile', never)).toBeNull()
    expect(lines).toEqual([])
  })

  test.each<[string, RequestListener]>([
    ['refuses the key', (_, response) => void response.writeHead(403).end('{}')],
    ['answers with something else', (_, response) => void response.end('<html>')],
    ['breaks off', (request) => void request.socket.destroy()],
    [
      'leads elsewhere',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['does not end', (_, response) => void response.end(Buffer.alloc(300_000, ' '))],
  ])('that %s is left out, with a line in the log without the key', async (_, answer) => {
    const { log, lines } = keepingLog()
    const ask = await report(answer, log)
    expect(await ask('url', page, 'mobile', never)).toBeNull()
    expect(await ask('origin', page, 'mobile', never)).toBeNull()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('the Chrome UX Report cannot be read')
    expect(lines[0]).not.toContain(KEY)
  })

  test('is not waited for when nobody wants to know any more', async () => {
    const { log, lines } = keepingLog()
    const leaving = new AbortController()
    const ask = await report(() => leaving.abort(), log)
    expect(await ask('url', page, 'mobile', leaving.signal)).toBeNull()
    expect(lines).toEqual([])
  })

  test.each(['http://127.0.0.1/', 'http://[::1]/', 'http://intranet/a'])(
    'is not told of %s',
    async (address) => {
      let asked = 0
      const ask = await report((_, response) => {
        asked += 1
        response.end('{}')
      })
      expect(await ask('url', new URL(address), 'mobile', never)).toBeNull()
      expect(asked).toBe(0)
    },
  )

  test('is not asked without a key', async () => {
    const ask = createAskFieldData(null, silent)
    expect(await ask('url', page, 'mobile', never)).toBeNull()
  })
})
