import { describe, expect, test } from 'vitest'
import { CHROME, testBrowser } from '../../../helpers/browser.ts'
import { loadWaterfall, of, PATIENT, shop } from '../../../helpers/waterfall.ts'

describe.skipIf(CHROME.missing !== null)('the waterfall of a page', () => {
  const browser = testBrowser()
  const waterfall = (url: string, options: Parameters<typeof loadWaterfall>[2] = {}) =>
    loadWaterfall(browser, url, options)

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
