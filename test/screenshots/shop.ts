import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const INK = '#26302a'
const TONES = ['#c9b79c', '#8fa390', '#b5835a', '#d8d2c4', '#6d7f86', '#a34f3b']
const THINGS = ['Oak table', 'Linen throw', 'Reading lamp', 'Stoneware', 'Wool rug', 'Wall shelf']

const picture = (index: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="260"><rect width="360" height="260" fill="${TONES[index]}"/><circle cx="${120 + index * 22}" cy="150" r="64" fill="#fff" opacity=".35"/><rect x="60" y="190" width="240" height="12" fill="${INK}" opacity=".4"/></svg>`

const card = (name: string, index: number): string =>
  `<a class="card" href="/p/${index}"><img src="/i/${index}.svg" width="360" height="260" alt="${name}"><h2>${name}</h2><p>From our workshop in Utrecht, made to be mended.</p></a>`

const STYLE = `body{font:16px/1.5 Georgia,serif;margin:0;color:${INK};background:#faf8f4}header{padding:1.2rem 2rem;display:flex;gap:2rem;align-items:baseline}
h1{font-size:2.6rem;margin:2rem 2rem .5rem}main>p{margin:0 2rem 2rem;max-width:40rem}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:1.5rem;padding:0 2rem 3rem}
.card{color:inherit;text-decoration:none;background:#fff;border-radius:10px;overflow:hidden}.card img{width:100%;height:auto;display:block}.card h2,.card p{margin:.6rem 1rem}footer{padding:2rem;background:${INK};color:#eee}`

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Alder &amp; Finch: furniture that stays</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Tables, lamps and linen from workshops we know by name.">
<meta property="og:title" content="Alder &amp; Finch"><meta property="og:description" content="Furniture that stays."><meta property="og:image" content="/i/2.svg">
<link rel="stylesheet" href="/shop.css"><script defer src="/shop.js"></script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"FurnitureStore","name":"Alder & Finch"}</script></head>
<body><header><strong>Alder &amp; Finch</strong><a href="/journal">Journal</a><a href="/help">Help</a></header>
<main><h1>Furniture that stays</h1><p>Tables, lamps and linen from workshops we know by name, sent all over Europe.</p>
<div class="grid">${THINGS.map(card).join('')}</div></main><footer>Alder &amp; Finch, Utrecht</footer></body></html>`

const ANSWERS: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': ['text/html', PAGE],
  '/shop.css': ['text/css', STYLE],
  '/shop.js': ['text/javascript', 'document.documentElement.dataset.ready = "yes"'],
  '/robots.txt': [
    'text/plain',
    'User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n',
  ],
}

/** The front page of a shop that never was, on this machine. @returns its origin, and what ends it */
export async function openShop(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const image = /^\/i\/(\d)\.svg$/.exec(path)?.[1]
    const [type, body] =
      image === undefined ? (ANSWERS[path] ?? []) : ['image/svg+xml', picture(Number(image))]
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': type ?? 'text/plain',
      'x-content-type-options': 'nosniff',
      'cache-control': 'max-age=600',
    })
    // As from far away.
    setTimeout(() => response.end(body ?? 'nothing here'), path === '/' ? 90 : 40)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
