import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CHROME, testBrowser } from '../../../helpers/browser.ts'
import type { Served } from '../../../helpers/waterfall.ts'
import { FEATURE, loadWaterfall, of, script, secureShop, shop } from '../../../helpers/waterfall.ts'

const PRIVATE = 'http://10.1.2.3/pixel.gif'

type Row = AnalysisResult<'waterfall'>['requests'][number]

describe.skipIf(CHROME.missing !== null)('the waterfall of a page', () => {
  const browser = testBrowser()
  const waterfall = (url: string, options: Parameters<typeof loadWaterfall>[2] = {}) =>
    loadWaterfall(browser, url, options)

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
})
