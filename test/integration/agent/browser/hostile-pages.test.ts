import { describe, expect, test } from 'vitest'
import { CHROME, render, site, testBrowser } from '../../../helpers/browser.ts'

describe.skipIf(CHROME.missing !== null)('a hostile page', () => {
  const browser = testBrowser({ pages: 6 })

  test('that keeps its thread is ended, and others are shown meanwhile', async () => {
    // What is sent before the loop begins tells that it has.
    const busy = (name: string) => `navigator.sendBeacon('/${name}-is-busy'); for (;;) {}`
    const { origin, askedFor } = await site({
      '/early': `<title>Busy</title><script>${busy('early')}</script>`,
      '/late': `<script>onload = () => setTimeout(() => { ${busy('late')} })</script>`,
      '/': 'quiet',
    })
    const time = new AbortController()
    const { signal } = time
    const waitFor = { kind: 'selector', selector: '#never' } as const
    const hostile = [
      render(browser, `${origin}/early`, { signal }),
      render(browser, `${origin}/late`, { signal, waitFor }),
    ]
    await Promise.all([askedFor('/early-is-busy'), askedFor('/late-is-busy')])
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: true })
    time.abort()
    for (const page of await Promise.all(hostile)) {
      expect(page).toMatchObject({
        ok: false,
        kind: 'notReached',
        message: expect.stringContaining('The page does not react'),
      })
    }
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: true })
  })

  test('that takes all memory crashes alone', async () => {
    const { origin } = await site({
      '/': `<script>const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1), new Array(1e6))</script>`,
      '/quiet': 'quiet',
    })
    const [crashed, quiet] = await Promise.all([
      render(browser, `${origin}/`),
      render(browser, `${origin}/quiet`),
    ])
    expect(crashed).toMatchObject({ ok: false, kind: 'crashed' })
    expect(quiet).toMatchObject({ ok: true })
  })

  test('that asks people, opens windows and downloads is shown as if it did not', async () => {
    const { origin } = await site({
      '/': `<body>here<script>
        alert('a'); confirm('b'); prompt('c'); print()
        addEventListener('beforeunload', (event) => event.preventDefault())
        for (let i = 0; i < 50; i++) window.open('/popup' + i)
        Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {})
        navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => {})
        location.href = '/download'
        navigator.serviceWorker.register('/worker.js').catch(() => {})
        for (const url of ['file:///etc/passwd', 'chrome://version', 'view-source:http://127.0.0.1/']) {
          const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame)
          try { location.href = url } catch {}
        }
      </script></body>`,
      '/download': (_, response) =>
        response.writeHead(200, { 'content-disposition': 'attachment; filename=x' }).end('x'),
      '/worker.js': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(''),
    })
    const page = await render(browser, `${origin}/`)
    expect(page).toMatchObject({ ok: true, url: `${origin}/` })
    expect(page.ok && page.html).toContain('here')
  })

  test('that leads on and on is told so', async () => {
    const { origin } = await site({
      '/': '<script>location = "/again"</script>',
      '/again': '<script>location = "/"</script>',
    })
    expect(await render(browser, `${origin}/`)).toMatchObject({
      ok: false,
      kind: 'notReached',
      message: 'The page leads on to another one again and again (more than 20 times).',
    })
  })

  test('that floods the console is listened to no longer', async () => {
    const { origin } = await site({
      '/': `<script>
        for (let i = 0; i < 1500; i++) console.error('x'.repeat(1000))
        console.error('y'.repeat(20_000_000))
        for (let i = 0; i < 1500; i++) setTimeout(() => { throw new Error('z') })
      </script>`,
    })
    const page = await render(browser, `${origin}/`)
    expect(page).toMatchObject({ ok: true, wasCut: true })
    expect(page.consoleErrors).toHaveLength(20)
  })

  test('that makes requests without end gets no more answers', async () => {
    const { origin } = await site({
      '/': `<body><script>
        const all = Array.from({ length: 3100 }, (_, i) => fetch('/r' + i))
        Promise.allSettled(all).then(() => { document.body.id = 'over' })
      </script>`,
    })
    const waitFor = { kind: 'selector', selector: '#over' } as const
    expect(await render(browser, `${origin}/`, { waitFor })).toMatchObject({
      ok: true,
      wasCut: true,
    })
  })

  test('that loads without end, or is very long, is cut', async () => {
    const { origin } = await site({
      '/stream': `<script>fetch('/endless').then((answer) => answer.text()).catch(() => {
        document.body.id = 'over'
      })</script>`,
      '/endless': (_, response) => {
        const chunk = Buffer.alloc(1_000_000)
        const more = (): void => {
          while (response.write(chunk));
        }
        response.on('drain', more)
        more()
      },
      '/long': `<script>document.write('<i>' + 'x'.repeat(6_000_000))</script>`,
    })
    const waitFor = { kind: 'selector', selector: '#over' } as const
    const [stream, long] = await Promise.all([
      render(browser, `${origin}/stream`, { waitFor }),
      render(browser, `${origin}/long`),
    ])
    expect(stream).toMatchObject({ ok: true, wasCut: true })
    expect(long).toMatchObject({ ok: true, isHtmlTruncated: true })
    expect(long.ok && long.html.length).toBe(5_000_000)
  })
})
