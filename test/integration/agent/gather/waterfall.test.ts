import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { WaterfallResult } from '@sightline/shared/analyses/waterfall'
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { waterfallAnalysis } from '../../../../agent/src/analyses/waterfall.ts'
import type { GatherContext } from '../../../../agent/src/gather/gatherer.ts'
import type { LoadLimits } from '../../../../agent/src/gather/page-load.ts'
import { pageLoadGatherer } from '../../../../agent/src/gather/page-load.ts'
import { CHROME, PATIENCE_MS, testBrowser } from '../../../helpers/browser.ts'
import { listen } from '../../../helpers/listen.ts'

/** Of a machine that is busy with other tests. */
const PATIENT: LoadLimits = { enoughMs: PATIENCE_MS, giveUpMs: PATIENCE_MS }

const PRIVATE = 'http://10.1.2.3/pixel.gif'
const FEATURE = 'body { margin: 0 }\n'.repeat(3_000)

const of =
  (type: string, body: string | Buffer = '', headers: object = {}): RequestListener =>
  (_, to) => {
    to.writeHead(200, { 'content-type': type, ...headers }).end(body)
  }
const script = (body: string, headers: object = {}): RequestListener =>
  of('text/javascript', body, headers)

/** A site by path, 404 for any other, whose WebSockets say "hi". */
async function shop(
  pages: Readonly<Record<string, RequestListener>>,
): Promise<{ origin: string; userAgents: string[] }> {
  const userAgents: string[] = []
  const server = createServer((request, to) => {
    userAgents.push(request.headers['user-agent'] ?? '')
    const page = pages[request.url ?? '']
    if (page === undefined) to.writeHead(404, { 'content-type': 'text/html' }).end('none')
    else page(request, to)
  })
  server.on('upgrade', ({ headers }, socket) => {
    // Source: RFC 6455, section 1.3
    const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.write(Buffer.from([0x81, 2, 0x68, 0x69]))
    // What comes is that the page closes it.
    socket.once('data', () => socket.end(Buffer.from([0x88, 0])))
    socket.on('error', () => {})
  })
  const port = await listen(server)
  return { origin: `http://127.0.0.1:${port}`, userAgents }
}

type Row = AnalysisResult<'waterfall'>['requests'][number]

describe.skipIf(CHROME.missing !== null)('the waterfall of a page', () => {
  const browser = testBrowser()

  async function waterfall(
    url: string,
    { limits = PATIENT, device = 'mobile' as const, limit = 500, isBare = false } = {},
  ) {
    const context = {
      target: { url, isBare },
      browser,
      signal: AbortSignal.timeout(PATIENCE_MS),
      options: { device },
    } as unknown as GatherContext
    const pageLoad = await pageLoadGatherer(limits)(context)
    return WaterfallResult.parse(waterfallAnalysis.analyse({ pageLoad }, { device, limit }))
  }

  test('has everything that it asks for, whatever became of it', async () => {
    const allDone = Promise.withResolvers<void>()
    const { origin, userAgents } = await shop({
      '/': (_, to) => to.writeHead(301, { location: '/home' }).end(),
      '/home': of(
        'text/html',
        `<!doctype html><title>Shop</title><link rel=stylesheet href=/site.css>
        <img src=/none.png><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src=/last.png>
        <iframe src=/frame></iframe><script>
        const worker = new Worker('/worker.js')
        const socket = new WebSocket('ws://' + location.host + '/live')
        socket.onmessage = () => socket.close()
        const stored = async () => (await fetch('/stored.js')).text()
        Promise.allSettled([
          new Promise((done) => { worker.onmessage = done }),
          new Promise((done) => { socket.onclose = done }),
          stored().then(stored),
          fetch('/broken').then((answer) => answer.text()),
          fetch('${PRIVATE}'),
        ]).then(() => fetch('/all-done'))
        </script>`,
      ),
      '/frame': of('text/html', '<p>in a frame'),
      '/site.css': of('text/css', gzipSync(FEATURE), { 'content-encoding': 'gzip' }),
      '/stored.js': script('1', { 'cache-control': 'max-age=600' }),
      '/worker.js': script('new Worker("/nested.js").onmessage = () => postMessage(1)'),
      '/nested.js': script('fetch("/from-nested").then((a) => a.text()).then(postMessage)'),
      '/from-nested': of('text/plain', 'data'),
      '/broken': (_, to) => {
        to.writeHead(200, { 'content-length': 500, 'content-type': 'text/plain' }).write('begun')
        setImmediate(() => to.destroy())
      },
      '/all-done': (_, to) => {
        allDone.resolve()
        to.end()
      },
      // The page is not loaded before.
      '/last.png': (_, to) => void allDone.promise.then(() => to.writeHead(200).end()),
    })
    const result = await waterfall(`${origin}/`)
    const { requests } = result
    const found = (path: string): Row[] =>
      requests.filter(({ url }) => url.replace(/^ws/, 'http') === `${origin}${path}`)
    const rows = (path: string): unknown[] =>
      found(path).map(({ statusCode, resourceType, initiatorType, error }) => [
        statusCode,
        resourceType,
        initiatorType,
        error,
      ])

    expect(result).toMatchObject({
      url: `${origin}/`,
      fetchedUrl: `${origin}/home`,
      statusCode: 200,
      strategy: 'mobile',
      complete: true,
      totalRequests: requests.length,
      returned: requests.length,
      totalTransferBytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
    })
    expect(rows('/')).toEqual([[301, 'Document', 'other', null]])
    expect(rows('/home')).toEqual([[200, 'Document', 'other', null]])
    expect(rows('/frame')).toEqual([[200, 'Document', 'parser', null]])
    expect(rows('/site.css')).toEqual([[200, 'Stylesheet', 'parser', null]])
    expect(rows('/none.png')).toEqual([[404, 'Image', 'parser', null]])
    expect(rows('/worker.js')).toEqual([[200, 'Script', 'other', null]])
    expect(rows('/nested.js')).toEqual([[200, 'Script', 'other', null]])
    expect(rows('/from-nested')).toEqual([[200, 'Fetch', 'script', null]])
    expect(rows('/live')).toEqual([[101, 'WebSocket', 'script', null]])
    expect(found('/live')).toMatchObject([{ resourceSize: 2, finished: true }])
    expect(rows('/broken')).toEqual([
      [200, 'Fetch', 'script', expect.stringMatching(/^It was not loaded: its body ended/)],
    ])
    expect(requests.filter(({ url }) => url === PRIVATE)).toMatchObject([
      { statusCode: null, mimeType: '', error: expect.stringContaining('is a private address') },
    ])
    expect(
      found('/stored.js').map(({ fromCache, transferSize }) => [fromCache, transferSize]),
    ).toEqual([
      [false, expect.any(Number)],
      [true, 0],
    ])
    expect(requests.filter(({ url }) => !/^(?:http|ws):/.test(url))).toEqual([])

    const [sheet] = found('/site.css')
    expect(sheet?.resourceSize).toBe(FEATURE.length)
    const sentBytes = gzipSync(FEATURE).length
    expect(sheet?.transferSize).toBeGreaterThan(sentBytes + 40)
    expect(sheet?.transferSize).toBeLessThan(sentBytes + 500)

    for (const { startTime, endTime, duration } of requests) {
      expect(endTime).toBeGreaterThanOrEqual(startTime)
      expect(duration).toBeCloseTo(endTime - startTime, 5)
    }
    const starts = requests.map(({ startTime }) => startTime)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
    const [[first], [home]] = [found('/'), found('/home')]
    expect([first?.startTime, home?.startTime]).toEqual([0, first?.endTime])
    const { firstByteMs, domContentLoadedMs, loadMs } = result.timings
    const moments = [home?.startTime, firstByteMs, domContentLoadedMs, loadMs] as number[]
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(userAgents[0]).toMatch(/Android.*Mobile/)
  })

  test('is told as far as it came where the page is never loaded and its scripts keep it busy', async () => {
    const { origin } = await shop({
      '/': of('text/html', '<title>Busy</title><img src=/never.png><script>for (;;);</script>'),
      '/never.png': () => {},
    })
    const limits = { ...PATIENT, enoughMs: 1 }
    const result = await waterfall(`${origin}/`, { limits, limit: 1 })
    expect(result).toMatchObject({
      statusCode: 200,
      complete: false,
      returned: 1,
      timings: { loadMs: null },
      requests: [{ url: `${origin}/`, statusCode: 200 }],
    })
    expect(result.totalRequests).toBeGreaterThanOrEqual(1)
  })

  test('of a bare host is asked for over http where https cannot be reached', async () => {
    const { origin } = await shop({ '/': of('text/html', '<title>Plain</title>') })
    const url = `${origin.replace('http:', 'https:')}/`
    expect(await waterfall(url, { isBare: true })).toMatchObject({
      url,
      fetchedUrl: `${origin}/`,
      requests: expect.arrayContaining([expect.objectContaining({ url: `${origin}/` })]),
    })
    await expect(waterfall(url)).rejects.toMatchObject({ code: 'upstreamFailed' })
  })

  test('is not told of what may not be reached', async () => {
    const { origin } = await shop({
      '/': (_, to) => to.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
    })
    await expect(waterfall(`${origin}/`)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
