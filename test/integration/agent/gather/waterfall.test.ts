import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { WaterfallResult } from '@sightline/shared/analyses/waterfall'
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { waterfallAnalysis } from '../../../../agent/src/analyses/waterfall.ts'
import type { GatherContext } from '../../../../agent/src/gather/gatherer.ts'
import type { LoadLimits } from '../../../../agent/src/gather/page-load.ts'
import { pageLoadGatherer } from '../../../../agent/src/gather/page-load.ts'
import { CHROME, PATIENCE_MS, testBrowser } from '../../../helpers/browser.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
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

/** What the server saw of a request. */
interface Served {
  readonly httpVersion: string
  readonly path: string
  statusCode: number
}

/** A site by path over TLS that answers as a client negotiates it, HTTP/2 or 1.1, and remembers what it
 *  answered. Its certificate is one that nobody trusts.
 *  @param options.http1 offers nothing newer */
async function secureShop(
  pages: Readonly<Record<string, RequestListener>>,
  { http1 = false } = {},
): Promise<{ origin: string; served: Served[] }> {
  const served: Served[] = []
  const { key, cert } = await makeCertificate({ names: ['shop.test'] })
  // Of the two APIs, which are alike, this test uses what both have.
  const answer: RequestListener = (request, to) => {
    const { httpVersion, url: path = '' } = request
    const entry = { httpVersion, path, statusCode: 0 }
    served.push(entry)
    to.on('finish', () => void (entry.statusCode = to.statusCode))
    const page = pages[path] ?? of('text/html', 'none')
    page(request, to)
  }
  const server = http1
    ? createHttpsServer({ key, cert }, answer)
    : createSecureServer({ key, cert }, answer as never)
  const port = await listen(server)
  return { origin: `https://127.0.0.1:${port}`, served }
}

type Row = AnalysisResult<'waterfall'>['requests'][number]

describe.skipIf(CHROME.missing !== null)('the waterfall of a page', () => {
  const browser = testBrowser()

  async function waterfall(
    url: string,
    {
      limits = PATIENT,
      device = 'mobile',
      limit = 500,
      isBare = false,
      verifyTls = true,
      filmstrip = 'false',
    }: {
      limits?: LoadLimits
      device?: 'mobile' | 'desktop'
      limit?: number
      isBare?: boolean
      verifyTls?: boolean
      filmstrip?: 'true' | 'false'
    } = {},
  ) {
    const context = {
      target: { url, isBare },
      browser,
      signal: AbortSignal.timeout(PATIENCE_MS),
      options: { device, limit, filmstrip },
    } as unknown as GatherContext
    const pageLoad = await pageLoadGatherer({ ...limits, verifyTls })(context)
    return WaterfallResult.parse(
      waterfallAnalysis.analyse({ pageLoad }, { device, limit, filmstrip }),
    )
  }

  test('comes with pictures where they are asked for, down to how the page looks in the end', async () => {
    const { origin } = await shop({
      '/': (_, to) => {
        to.writeHead(200, { 'content-type': 'text/html' })
        to.write('<!doctype html><title>Shop</title><body style="background:#fff"><h1>Chairs</h1>')
        setTimeout(() => to.end(), 300)
      },
    })
    const { filmstrip, timings } = await waterfall(`${origin}/`, { filmstrip: 'true' })
    expect(filmstrip).toMatchObject([{ width: 160, height: 320 }, { height: 320 }])
    const [blank, written] = filmstrip ?? []
    expect(written?.atMs).toBeGreaterThan(timings.firstByteMs ?? Infinity)
    // The document has not ended by then.
    expect(written?.atMs).toBeLessThan(timings.domContentLoadedMs ?? 0)
    expect(blank?.data).not.toBe(written?.data)
    expect((await waterfall(`${origin}/`)).filmstrip).toBeNull()
  })

  test('of a page that never rests has few pictures', async () => {
    const { origin } = await shop({
      '/': of(
        'text/html',
        `<!doctype html><title>Restless</title><h1>Chairs</h1>
        <style>@keyframes on { to { margin-left: 300px } } h1 { animation: on 1s infinite }</style>`,
      ),
    })
    const { filmstrip } = await waterfall(`${origin}/`, { filmstrip: 'true', device: 'desktop' })
    expect(filmstrip?.length).toBeGreaterThan(2)
    expect(filmstrip?.at(-1)).toMatchObject({ width: 320, height: 223 })
  })

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

  test('tells over HTTPS, of HTTP/2 and 1.1, redirects and caches, what the servers sent', async () => {
    const old = await secureShop(
      { '/old.js': script('1', { 'access-control-allow-origin': '*' }) },
      { http1: true },
    )
    const { origin: plain } = await shop({
      '/tag.css': (request, to) => {
        const headers = {
          etag: '"1"',
          'cache-control': 'no-cache',
          'access-control-allow-origin': '*',
        }
        const isKnown = request.headers['if-none-match'] === '"1"'
        to.writeHead(isKnown ? 304 : 200, { ...headers, 'content-type': 'text/css' })
        to.end(isKnown ? undefined : FEATURE)
      },
      '/kept.css': of('text/css', FEATURE, {
        'cache-control': 'max-age=600',
        'access-control-allow-origin': '*',
      }),
    })
    const home = `<!doctype html><title>Shop</title><link rel=stylesheet href=/site.css>
      <script src="${old.origin}/old.js"></script><script>
      const read = async (url) => (await fetch(url)).text()
      const twice = async (url) => { await read(url); await read(url) }
      const image = new Image()
      const all = Promise.all([twice('${plain}/tag.css'), twice('${plain}/kept.css'), read('/moved')])
      // The page is not loaded before.
      all.finally(() => { image.src = '/last.png' })
      document.write('<iframe title=a src=/wait></iframe>')
      </script>`
    const allRead = Promise.withResolvers<void>()
    const { origin, served } = await secureShop({
      '/': (_, to) => void to.writeHead(308, { location: '/home' }).end(),
      '/home': of('text/html', home),
      '/site.css': of('text/css', gzipSync(FEATURE), { 'content-encoding': 'gzip' }),
      '/moved': (_, to) => void to.writeHead(302, { location: '/data' }).end(),
      '/data': of('application/json', '{"a":1}'),
      '/last.png': (_, to) => {
        allRead.resolve()
        to.writeHead(404).end()
      },
      '/wait': (_, to) => void allRead.promise.then(() => to.writeHead(200).end()),
    })
    const result = await waterfall(`${origin}/`, { verifyTls: false })
    const rowsOf = (at: string) =>
      result.requests
        .filter(({ url }) => url.startsWith(`${at}/`))
        .map(({ url, statusCode, protocol }) => [url.slice(at.length), statusCode, protocol])
    const sentBy = (entries: readonly Served[], protocol: string) =>
      entries.map(({ path, statusCode }) => [path, statusCode, protocol])
    const byPath = (one: readonly unknown[], other: readonly unknown[]): number =>
      String(one[0]) < String(other[0]) ? -1 : 1

    expect(result).toMatchObject({ fetchedUrl: `${origin}/home`, statusCode: 200, complete: true })
    expect(new Set(served.map(({ httpVersion }) => httpVersion))).toEqual(new Set(['2.0']))
    const asSeen = served.filter(({ path }) => path !== '/favicon.ico')
    expect(rowsOf(origin).toSorted(byPath)).toEqual(sentBy(asSeen, 'h2').toSorted(byPath))
    expect(old.served).toMatchObject([{ httpVersion: '1.1', path: '/old.js' }])
    expect(rowsOf(old.origin)).toEqual([['/old.js', 200, 'http/1.1']])
    // The second time from the cache: after it was asked whether that still holds, and without.
    const cached = (path: string) =>
      result.requests
        .filter(({ url }) => url === plain + path)
        .map(({ statusCode, fromCache, resourceSize }) => [statusCode, fromCache, resourceSize])
    expect(cached('/tag.css')).toEqual([
      [200, false, FEATURE.length],
      [304, false, FEATURE.length],
    ])
    expect(cached('/kept.css')).toEqual([
      [200, false, FEATURE.length],
      [200, true, FEATURE.length],
    ])
    const sheet = result.requests.find(({ url }) => url === `${origin}/site.css`)
    expect(sheet?.resourceSize).toBe(FEATURE.length)
    const sentBytes = gzipSync(FEATURE).length
    expect(sheet?.transferSize).toBeGreaterThan(sentBytes)
    expect(sheet?.transferSize).toBeLessThan(sentBytes + 500)
    const { firstByteMs, loadMs } = result.timings
    expect(firstByteMs).toBeGreaterThan(0)
    expect(loadMs).toBeGreaterThan(firstByteMs ?? Infinity)
  })

  test('has what frames of other sites ask for, and ends when they rest too', async () => {
    const frames = await shop({
      '/frame': of(
        'text/html',
        `<p>of another site</p><img src=/seen.png><iframe src=/inner></iframe>
        <script>new Worker('/worker.js')</script>`,
      ),
      '/inner': of('text/html', '<script>fetch("/data")</script>'),
      '/data': of('text/plain', 'data'),
      '/worker.js': script('fetch("/of-worker")'),
      '/of-worker': of('text/plain', 'data'),
    })
    const frameSite = frames.origin.replace('127.0.0.1', 'localhost')
    const { origin, userAgents } = await shop({
      '/': of('text/html', `<title>Shop</title><iframe src="${frameSite}/frame"></iframe>`),
    })
    const { requests, complete } = await waterfall(`${origin}/`)
    const ofFrames = requests.filter(({ url }) => url.startsWith(frameSite))
    const rows = ofFrames.map(({ url, statusCode, finished, error }) => [
      url.slice(frameSite.length),
      statusCode,
      finished,
      error,
    ])
    const byPath = ([one]: unknown[], [other]: unknown[]): number =>
      String(one) < String(other) ? -1 : 1
    expect(rows.toSorted(byPath)).toEqual([
      ['/data', 200, true, null],
      ['/frame', 200, true, null],
      ['/inner', 200, true, null],
      ['/of-worker', 200, true, null],
      ['/seen.png', 404, true, null],
      ['/worker.js', 200, true, null],
    ])
    expect(complete).toBe(true)
    expect(new Set([...frames.userAgents, ...userAgents])).toEqual(new Set([userAgents[0]]))
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
