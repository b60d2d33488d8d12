import { once } from 'node:events'
import { createServer } from 'node:https'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { CHROME, render, site, testBrowser } from '../../../helpers/browser.ts'
import { listen } from '../../../helpers/listen.ts'

describe.skipIf(CHROME.missing !== null)('what a monitor sends along', () => {
  const browser = testBrowser()

  test('stays with its origin when that redirects', async () => {
    const other = await site({ '/': '<p>other</p>', '/r': 'x', '/sub': 'x' })
    const { origin } = await site({
      '/': (_, response) => response.writeHead(302, { location: `${other.origin}/r` }).end(),
      '/page': `<img src="/sub">`,
      '/sub': (_, response) => response.writeHead(302, { location: `${other.origin}/sub` }).end(),
    })
    const headers = { 'X-Token': 'secret', Authorization: 'Bearer secret' }
    await render(browser, `${origin}/`, { headers })
    await render(browser, `${origin}/page`, { headers })
    expect(other.asked.map(({ url }) => url)).toEqual(expect.arrayContaining(['/r', '/sub']))
    for (const { headers: heard } of other.asked) {
      expect(JSON.stringify(heard)).not.toContain('secret')
    }
  })

  test('are cookies of the whole host, also those that only secure pages get', async () => {
    const { key, cert } = await makeCertificate({ names: ['localhost'] })
    const asked: (string | undefined)[] = []
    const server = createServer({ key, cert }, ({ url, headers }, response) => {
      asked.push(`${url} ${headers.cookie}`)
      response.setHeader('content-type', 'text/html')
      response.end('<script src="/api"></script>')
    })
    const url = `https://127.0.0.1:${await listen(server)}/a/b`
    const cookies = [
      { name: 'sid', value: '1' },
      { name: '__Host-s', value: '2' },
    ]
    await render(browser, url, { cookies, verifyTls: false })
    expect(asked.slice(0, 2)).toEqual(['/a/b sid=1; __Host-s=2', '/api sid=1; __Host-s=2'])
  })
})

describe.skipIf(CHROME.missing !== null)('a page', () => {
  const browser = testBrowser()

  test('whose server speaks as a proxy loads the rest', async () => {
    const { origin, asked } = await site({
      '/': `<img src="/407"><script>
        setTimeout(() => fetch('/after').then(() => { document.body.id = 'done' }), 300)
      </script><body>`,
      '/407': (_, response) =>
        response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end('no'),
      '/after': 'x',
    })
    const waitFor = { kind: 'selector', selector: '#done' } as const
    const page = await render(browser, `${origin}/`, { waitFor })
    expect(asked.filter(({ headers }) => headers['proxy-authorization'] !== undefined)).toEqual([])
    expect(page).toMatchObject({ ok: true, statusCode: 200 })
  })

  test('that sends without end is cut', async () => {
    let heard = 0
    const { origin } = await site({
      '/': `<body><script>
        const blob = new Blob([new Uint8Array(20_000_000)])
        ;(async () => {
          for (let i = 0; i < 5; i++) await fetch('/sink', { method: 'POST', body: blob })
        })().catch(() => {}).then(() => { document.body.id = 'over' })
      </script>`,
      '/sink': (request, response) => {
        request.on('data', (chunk: Buffer) => (heard += chunk.length))
        request.on('error', () => {})
        void once(request, 'end').then(
          () => response.end(),
          () => {},
        )
      },
    })
    const waitFor = { kind: 'selector', selector: '#over' } as const
    const page = await render(browser, `${origin}/`, { waitFor })
    expect(page).toMatchObject({ ok: true, wasCut: true })
    expect(heard).toBeLessThan(60_000_000)
  })
})

describe.skipIf(CHROME.missing !== null)('what the guard kept from a page', () => {
  const browser = testBrowser({ open: ['127.0.0.1/32'] })

  test('is no error in its console', async () => {
    const { origin } = await site({
      '/': `<body><script>
        const tries = ['http://127.0.0.2:81/a', 'https://127.0.0.2/b'].map((url) => fetch(url))
        fetch('http://127.0.0.2:86/g')
        const request = new XMLHttpRequest()
        request.open('GET', 'http://127.0.0.2:82/c')
        request.send()
        fetch('http://127.0.0.2:83/d').catch((error) => console.error('no statistics', error))
        new WebSocket('ws://127.0.0.2:84/e')
        Promise.allSettled(tries).then(() => setTimeout(() => { document.body.id = 'done' }, 200))
      </script><script src="http://127.0.0.2:85/f.js" crossorigin></script>`,
    })
    const waitFor = { kind: 'selector', selector: '#done' } as const
    const page = await render(browser, `${origin}/`, { waitFor })
    expect(page).toMatchObject({ ok: true, consoleErrors: [] })
  })

  test('hides no other error', async () => {
    const { origin } = await site({
      '/': `<script>
        fetch('http://127.0.0.2:81/a').catch(() => {})
        fetch('http://127.0.0.1:2/')
        console.error('own')
        missing()
      </script>`,
    })
    const page = await render(browser, `${origin}/`, { waitFor: { kind: 'networkIdle' } })
    expect(page.consoleErrors.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'own',
        'Uncaught ReferenceError: missing is not defined',
        'Uncaught (in promise) TypeError: Failed to fetch',
        'Not loaded: The connection to 127.0.0.1:2 was refused.',
      ]),
    )
  })
})
