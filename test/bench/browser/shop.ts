import { createServer } from 'node:http'
import { greyPng } from '../../helpers/png.ts'

/** A site with a page of a usual size, and all that it loads. */
export interface Shop {
  /** Some 10,000 pixels tall on a phone. */
  readonly url: string
  /** The same with five times the text: taller than screenshots show. */
  readonly tallUrl: string
  readonly stop: () => void
}

const SECTIONS = 12
const WORDS = 'A garden grows slowly, and whoever looks after it learns to wait. '
const SHEET = 'body { margin: 0; font-family: sans-serif } section { padding: 24px }'
const SCRIPT = `addEventListener('load', () => {
  const list = document.createElement('ul')
  for (let at = 0; at < 200; at += 1) list.append(Object.assign(document.createElement('li'), { textContent: 'Plant ' + at }))
  document.body.append(list)
})`

const section = (at: number, sentences: number): string =>
  `<section><h2>Part ${at + 1}</h2><img src="/${at}.png" alt="Part ${at + 1}" width="320" height="160"><p>${WORDS.repeat(sentences)}</p></section>`

const page = (
  sentences: number,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A garden</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="${WORDS}">
<link rel="stylesheet" href="/site.css"><script src="/site.js" defer></script></head>
<body><main><h1>A garden</h1>${Array.from({ length: SECTIONS }, (_, at) => section(at, sentences)).join('')}</main></body></html>`

/** Serves it on a loopback port. */
export async function openShop(): Promise<Shop> {
  const image = greyPng(640, 320)
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page(8))
    else if (path === '/tall')
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(40))
    else if (path === '/site.css')
      response.writeHead(200, { 'content-type': 'text/css' }).end(SHEET)
    else if (path === '/site.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
    } else if (/^\/\d+\.png$/.test(path)) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(image)
    } else response.writeHead(404, { 'content-type': 'text/html' }).end('none')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    tallUrl: `http://127.0.0.1:${address.port}/tall`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
