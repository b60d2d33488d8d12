import { createServer } from 'node:https'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRendered } from '../../../../agent/src/page/read-rendered.ts'
import {
  CHROME,
  render,
  renderUntil,
  SHOWN_PATH,
  site,
  TELLS_SHOWN,
  testBrowser,
} from '../../../helpers/browser.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'

describe.skipIf(CHROME.missing !== null)('a rendered page', () => {
  const browser = testBrowser()

  test('is what its scripts made of it, with what they wrote and threw', async () => {
    const { origin } = await site({
      '/': `<!doctype html><title> Shop </title><p id="old">old</p><script>
        document.querySelector('#old').remove()
        document.body.append('made by a script')
        console.error('oh', 1, new Error('no'))
        console.log('harmless')
      </script><script>throw new TypeError('thrown')</script><script src="/none.js"></script>`,
    })
    const page = await render(browser, `${origin}/`)
    expect(page).toMatchObject({
      ok: true,
      url: `${origin}/`,
      statusCode: 200,
      title: 'Shop',
      isHtmlTruncated: false,
      wasCut: false,
      failedRequests: [],
    })
    expect(page.consoleErrors).toHaveLength(3)
    expect(page.consoleErrors).toEqual(
      expect.arrayContaining([
        { kind: 'console', text: 'oh 1 Error: no', source: `${origin}/`, line: 4 },
        { kind: 'exception', text: 'Uncaught TypeError: thrown', source: `${origin}/`, line: 6 },
        expect.objectContaining({ kind: 'browser', source: `${origin}/none.js` }),
      ]),
    )
    const html = page.ok ? page.html : ''
    expect(html).toMatch(/^<!DOCTYPE html><html>.*made by a script/s)
    expect(html).not.toContain('<p id="old">')
  })

  test('is read with the shadow trees in it, of elements that were made by scripts too', async () => {
    const { origin } = await site({
      '/': `<!doctype html><html lang="en"><body><x-made>light</x-made>
        <x-told><template shadowrootmode="open"><p>declared</p><x-made></x-made></template></x-told>
        <form><input name="shadowRoot"></form><img name="querySelectorAll">
        <script>
          customElements.define('x-made', class extends HTMLElement {
            constructor() {
              super()
              this.attachShadow({ mode: 'open' }).innerHTML = '<a href="/there">made <slot></slot></a>'
            }
          })
          Element.prototype.getHTML = () => 'not this'
        </script>`,
    })
    const page = await render(browser, `${origin}/`)
    const html = page.ok ? page.html : ''
    const made =
      '<template shadowrootmode="open"><a href="/there">made <slot></slot></a></template>'
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head><\/head><body>.*<\/body><\/html>$/s)
    expect(html).toContain(`<x-made>${made}light</x-made>`)
    expect(html).toContain(
      `<x-told><template shadowrootmode="open"><p>declared</p><x-made>${made}</x-made></template></x-told>`,
    )
    const headers = { 'content-type': 'text/html' }
    const facts = readRendered({ url: `${origin}/`, headers }, { html, isComplete: true })
    expect(facts?.text.blocks.map(({ text }) => text)).toEqual(['made light', 'declared', 'made'])
  })

  test('may be an error page, and is told with its status', async () => {
    const { origin } = await site({})
    const page = await render(browser, `${origin}/none`)
    expect(page).toMatchObject({ ok: true, statusCode: 404 })
  })

  test('is the one that redirects and scripts lead to', async () => {
    const { origin } = await site({
      '/': (_, response) => response.writeHead(302, { location: '/meta' }).end(),
      '/meta': '<meta http-equiv="refresh" content="0; url=/script">',
      '/script': '<script>location.href = "/onload"</script>',
      '/onload': '<body onload="location.replace(\'/last\')">',
      '/last': '<p>arrived</p><script>history.pushState(null, "", "/pushed")</script>',
    })
    const page = await render(browser, `${origin}/`)
    const documentUrl = `${origin}/last`
    expect(page).toMatchObject({ ok: true, url: `${origin}/pushed`, documentUrl })
    expect(page.ok && page.html).toContain('arrived')
  })

  test('is waited for until an element is there, or it makes no more requests', async () => {
    const late = `<script>setTimeout(() => fetch('/data').then(() => {
      document.body.innerHTML = '<i class="late">late</i>'
    }), 50)</script>`
    const { origin } = await site({ '/': late, '/data': 'data' })
    const waits = [{ kind: 'selector', selector: 'i.late' }, { kind: 'networkIdle' }] as const
    for (const waitFor of waits) {
      const page = await render(browser, `${origin}/`, { waitFor })
      expect(page.ok && page.html).toContain('late</i>')
    }
  })

  test('that polls, or keeps a stream of events open, is loaded nevertheless', async () => {
    const { origin, askedFor } = await site({
      '/': `<script>fetch('/poll'); new EventSource('/events')</script>there${TELLS_SHOWN}`,
      '/poll': () => {},
      '/events': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
      },
    })
    const failed = await renderUntil(browser, `${origin}/`, () => askedFor(SHOWN_PATH), {
      waitFor: { kind: 'networkIdle' },
    })
    expect(failed).toMatchObject({ ok: false, kind: 'notReached' })
    const message = failed.ok ? '' : failed.message
    expect(message).toMatch(/^The page did not stop making requests within the time limit\./)
    // Whether the page still says its title in time is up to the machine.
    expect(message).toContain(`No complete answer yet: ${origin}/poll`)
    expect(await render(browser, `${origin}/`)).toMatchObject({ ok: true })
  })

  test('that never shows the element is told with what was there instead', async () => {
    const { origin, askedFor } = await site({ '/': `<title>Maintenance</title>${TELLS_SHOWN}` })
    const waitFor = { kind: 'selector', selector: '#app' } as const
    const failed = await renderUntil(browser, `${origin}/`, () => askedFor(SHOWN_PATH), { waitFor })
    expect(failed).toMatchObject({
      ok: false,
      kind: 'notReached',
      message: expect.stringMatching(
        /^No element matched the selector #app within the time limit\./,
      ),
    })
    const broken = { kind: 'selector', selector: '#app[' } as const
    expect(await render(browser, `${origin}/`, { waitFor: broken })).toMatchObject({
      ok: false,
      kind: 'badSelector',
      message: '#app[ is no CSS selector that Chrome understands.',
    })
  })

  test('gets headers, cookies and credentials that no other origin gets', async () => {
    const other = await site({ '/x.js': '', '/frame': 'framed' })
    const own = await site({
      '/': (request, response) => {
        response.setHeader('content-type', 'text/html')
        if (request.headers.authorization === undefined) {
          response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
        } else {
          response.end(`<script src="${other.origin}/x.js"></script><script src="/y.js"></script>
            <iframe src="${other.origin}/frame"></iframe>`)
        }
      },
      '/y.js': '',
    })
    const page = await render(browser, `${own.origin}/`, {
      headers: { 'X-Token': 'secret', Host: 'evil.example', Cookie: 'evil=1' },
      cookies: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
      credentials: { username: 'me', password: 'word' },
      userAgent: 'Probe/1',
    })
    expect(page).toMatchObject({ ok: true, statusCode: 200 })
    const basic = `Basic ${Buffer.from('me:word').toString('base64')}`
    const seen = own.asked.filter(({ url }) => url !== '/favicon.ico')
    for (const { headers } of seen.slice(1)) {
      expect(headers).toMatchObject({ 'x-token': 'secret', authorization: basic })
      expect(headers).toMatchObject({ 'user-agent': 'Probe/1', cookie: 'a=1; b=2' })
      expect(headers.host).toBe(`127.0.0.1:${own.port}`)
    }
    const foreign = other.asked
    expect(foreign.map(({ url }) => url)).toEqual(expect.arrayContaining(['/x.js', '/frame']))
    for (const { headers } of foreign) {
      expect(headers).toMatchObject({ 'user-agent': 'Probe/1' })
      expect(headers['x-token']).toBeUndefined()
      expect(headers.authorization).toBeUndefined()
    }
    expect(JSON.stringify([...seen, ...foreign].map((each) => each.rawHeaders))).not.toContain(
      'proxy',
    )
  })

  test.each([
    ['wrong ones', { username: 'me', password: 'wrong' }, 2],
    ['none', null, 1],
  ])(
    'that asks for credentials and gets %s is the answer of the refusal',
    async (_what, credentials, times) => {
      const { origin, asked } = await site({
        '/': (_, response) =>
          response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no'),
      })
      const page = await render(browser, `${origin}/`, { credentials })
      expect(page).toMatchObject({ ok: true, statusCode: 401 })
      expect(page.ok && page.html).toContain('no')
      expect(asked.filter(({ url }) => url === '/')).toHaveLength(times)
    },
  )

  test('of a certificate that is not good is refused, unless that does not matter', async () => {
    // With authorities of its own the agent would not say whose fault that is.
    vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { key, cert } = await makeCertificate({ names: ['localhost'] })
    const port = await listen(
      createServer({ key, cert }, (_, response) => response.end('<p>secure</p>')),
    )
    const url = `https://127.0.0.1:${port}/`
    expect(await render(browser, url)).toMatchObject({
      ok: false,
      kind: 'navigation',
      netError: expect.stringMatching(/^ERR_CERT_/),
      message: expect.stringMatching(/^The browser could not load https:.*: its certificate is/),
    })
    expect(await render(browser, url, { verifyTls: false })).toMatchObject({ ok: true })
  })

  test('that does not come is told with the reason', async () => {
    const { origin, askedFor } = await site({
      '/204': (_, response) => response.writeHead(204).end(),
      '/download': (_, response) =>
        response.writeHead(200, { 'content-disposition': 'attachment' }).end('x'),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
      '/never': () => {},
    })
    const closed = await serveRaw((socket) => socket.destroy())
    const refused = { ok: false, kind: 'navigation', statusCode: null }
    const expected = {
      [`${origin}/204`]: { ...refused, statusCode: 204 },
      [`${origin}/download`]: { ...refused, statusCode: 200 },
      [`${origin}/loop`]: { ...refused, netError: 'ERR_TOO_MANY_REDIRECTS' },
      'http://127.0.0.1:9/': refused,
      'https://127.0.0.1:2/': {
        ...refused,
        message: 'The connection to 127.0.0.1:2 was refused.',
      },
      [`http://127.0.0.1:${closed}/`]: {
        ...refused,
        message: `127.0.0.1:${closed} closed the connection without an answer.`,
      },
    }
    const never = renderUntil(browser, `${origin}/never`, () => askedFor('/never'))
    const pages = await Promise.all(Object.keys(expected).map((url) => render(browser, url)))
    expect(pages).toMatchObject(Object.values(expected))
    expect(await never).toMatchObject({
      ...refused,
      message: `The browser got no page within the time limit. No complete answer yet: ${origin}/never.`,
    })
  })

  test('never takes what the proxy makes of a broken request for an answer of the site', async () => {
    const { origin, port } = await site({
      '/': `<script>
        const seen = []
        const ask = (path) => fetch(path).then((answer) => seen.push(answer.status), () => seen.push('none'))
        ask('/broken').then(() => ask('/407')).then(() => ask('/there')).then(() => {
          document.title = seen.join(' ')
          document.body.id = 'done'
        })
      </script>`,
      '/broken': (request) => request.socket.destroy(),
      '/407': (_, response) => response.writeHead(407).end(),
      '/there': 'there',
    })
    const waitFor = { kind: 'selector', selector: '#done' } as const
    const page = await render(browser, `${origin}/`, { waitFor })
    expect(page).toMatchObject({ ok: true, statusCode: 200, title: 'none none 200' })
    const broken = `127.0.0.1:${port} closed the connection without an answer.`
    const misplaced = `127.0.0.1:${port} answered 407, as only a proxy may.`
    expect(page.failedRequests.map(({ message }) => message)).toEqual([broken, misplaced])
    expect(page.consoleErrors.map(({ text }) => text)).toEqual([
      `Not loaded: ${broken}`,
      `Not loaded: ${misplaced}`,
    ])
    const [itself, led] = await Promise.all([
      render(browser, `${origin}/broken`),
      render(browser, `${origin}/407`),
    ])
    const none = { ok: false, kind: 'navigation', statusCode: null }
    expect(itself).toMatchObject({ ...none, message: broken })
    expect(led).toMatchObject({ ...none, message: misplaced })
  })
})
