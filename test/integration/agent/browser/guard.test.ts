import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHROME, render, site, testBrowser } from '../../../helpers/browser.ts'
import { listen } from '../../../helpers/listen.ts'

/** Counts connections to an address that pages must not reach. */
async function forbiddenServer(): Promise<{ address: string; touched: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.end(
      'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\n\r\nsecret',
    )
  })
  const port = await listen(server, '127.0.0.2')
  return { address: `127.0.0.2:${port}`, touched: () => connections }
}

describe.skipIf(CHROME.missing !== null)(
  'a page in a browser that may reach 127.0.0.1 only',
  () => {
    const browser = testBrowser({ open: ['127.0.0.1/32'] })

    test('cannot be an address that is forbidden, however it is led there', async () => {
      const { address, touched } = await forbiddenServer()
      const { origin } = await site({
        '/redirect': (_, response) =>
          response.writeHead(302, { location: `http://${address}/` }).end(),
        '/tls': (_, response) => response.writeHead(302, { location: `https://${address}/` }).end(),
        '/script': `<script>location = 'http://${address}/'</script>`,
        '/refresh': `<meta http-equiv="refresh" content="0;url=https://${address}/">`,
      })
      const urls = [`http://${address}/`, `https://${address}/`]
      urls.push(...['/redirect', '/tls', '/script', '/refresh'].map((path) => `${origin}${path}`))
      const pages = await Promise.all(urls.map((url) => render(browser, url)))
      for (const page of pages) {
        expect(page).toMatchObject({
          ok: false,
          kind: 'blocked',
          message: expect.stringMatching(/^127\.0\.0\.2 is .*, which may not be checked\./),
        })
      }
      expect(touched()).toBe(0)
    })

    test('reaches nothing that is forbidden by any other way, and is shown nevertheless', async () => {
      const { address, touched } = await forbiddenServer()
      const stun = createSocket('udp4')
      let datagrams = 0
      stun.on('message', () => (datagrams += 1))
      stun.bind(0, '127.0.0.1')
      await once(stun, 'listening')
      onTestFinished(() => void stun.close())
      const ice = `127.0.0.1:${stun.address().port}`
      const { origin } = await site({
        '/': `<!doctype html>
        <link rel="preconnect" href="http://${address}">
        <link rel="dns-prefetch" href="//name.invalid">
        <link rel="prefetch" href="http://${address}/prefetch">
        <link rel="stylesheet" href="http://${address}/style.css">
        <style>@import "http://${address}/import.css"; body { background: url(http://${address}/b.png) }</style>
        <script type="speculationrules">{"prerender":[{"source":"list","urls":["http://${address}/"]}]}</script>
        <img src="http://${address}/i.png"><img src="http://0x7f000002:${address.split(':')[1]}/">
        <iframe src="http://${address}/"></iframe><iframe src="https://${address}/"></iframe>
        <video src="http://${address}/v.mp4"></video><object data="http://${address}/o"></object>
        <script>
          const ends = []
          const watch = (promise) => ends.push(promise.catch(() => 'refused'))
          watch(fetch('http://${address}/').then((answer) => answer.text()))
          watch(fetch('/redirected').then((answer) => answer.text()))
          watch(new Promise((resolve, reject) => {
            const socket = new WebSocket('ws://${address}/')
            socket.onopen = resolve
            socket.onerror = reject
          }))
          watch(new Promise((resolve, reject) => {
            const worker = new Worker('/worker.js')
            worker.onmessage = ({ data }) => data === 'refused' ? reject() : resolve(data)
          }))
          navigator.sendBeacon('http://${address}/beacon', 'x')
          watch(new Promise((resolve, reject) => {
            const peer = new RTCPeerConnection({ iceServers: [
              { urls: 'stun:${ice}' },
              { urls: 'turn:${ice}?transport=udp', username: 'a', credential: 'b' },
              { urls: 'turn:${address}?transport=tcp', username: 'a', credential: 'b' },
            ] })
            peer.createDataChannel('x')
            let found = ''
            peer.onicecandidate = ({ candidate }) => {
              if (candidate === null) { found === '' ? reject() : resolve(found) }
              else found += candidate.candidate
            }
            peer.createOffer().then((offer) => peer.setLocalDescription(offer))
          }))
          Promise.all(ends).then((all) => { document.title = all.join(','); document.body.id = 'done' })
        </script>`,
        '/redirected': (_, response) =>
          response.writeHead(302, { location: `http://${address}/` }).end(),
        '/worker.js': (_, response) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(
            `fetch('http://${address}/').then((a) => a.text()).then(postMessage, () => postMessage('refused'))`,
          )
        },
      })
      const waitFor = { kind: 'selector', selector: '#done' } as const
      const page = await render(browser, `${origin}/`, { waitFor })
      expect(page).toMatchObject({ ok: true, statusCode: 200 })
      expect(page.ok && page.title).toBe('refused,refused,refused,refused,refused')
      // What only the guard keeps away is no error of the page's, and is told apart.
      expect(page.consoleErrors.filter(({ kind }) => kind === 'exception')).toEqual([])
      expect(page.failedRequests.length).toBeGreaterThan(3)
      expect(page.failedRequests.filter(({ isBlocked }) => !isBlocked)).toEqual([])
      expect({ connections: touched(), datagrams }).toEqual({ connections: 0, datagrams: 0 })
    })
  },
)
