// A generated site, served by a process of its own: neither side of a comparison pays for it.
import { createServer } from 'node:http'

const pages = Number(process.argv[2] ?? '2000')
const LINKS = 20
const PAGE_CHARACTERS = 20_000

const WORDS =
  'apple pear plum garden tree nursery grows soil water light branch leaf root bloom fruit autumn winter spring summer harvest orchard path wall hedge bed seed'.split(
    ' ',
  )

/** Always the same numbers for the same page. */
function* numbersOf(seed: number): Generator<number, never> {
  let state = seed * 2_654_435_761 + 1
  for (;;) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 3_266_489_909) | 0
    yield state >>> 0
  }
}

/** Links reach every page: the ten that follow in a tree, and ten anywhere. */
function linksOf(page: number, numbers: Iterator<number, never>): number[] {
  const children = Array.from({ length: LINKS / 2 }, (_, at) => page * 10 + at + 1)
  const others = Array.from({ length: LINKS / 2 }, () => numbers.next().value % pages)
  return [...children.filter((child) => child < pages), ...others]
}

function pageOf(page: number): string {
  const numbers = numbersOf(page)
  const word = (): string => WORDS[numbers.next().value % WORDS.length] ?? ''
  const sentence = (): string => `${Array.from({ length: 12 }, word).join(' ')}.`
  const links = linksOf(page, numbers).map(
    (to) => `<li><a href="/p/${to}">Page ${to}, ${word()}</a></li>`,
  )
  const parts: string[] = []
  let characters = 0
  while (characters < PAGE_CHARACTERS - 3_500) {
    const part = `<section class="part"><h2>${word()} ${word()}</h2><p>${sentence()} ${sentence()}</p><p><em>${word()}</em> ${sentence()}</p><img src="/i/${word()}.webp" alt="${word()}" width="40" height="30"></section>`
    parts.push(part)
    characters += part.length
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} of the garden</title><meta name="description" content="${sentence()}"><link rel="canonical" href="/p/${page}"><meta name="viewport" content="width=device-width"></head><body><nav><ul>${links.join('')}</ul></nav><main><h1>Page ${page}</h1>${parts.join('')}</main></body></html>`
}

const bodies = new Map<number, Buffer>()
const server = createServer((request, response) => {
  const page = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  if (!(page < pages)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
    return
  }
  let body = bodies.get(page)
  if (body === undefined) {
    body = Buffer.from(pageOf(page))
    // All of a large site would take more memory than is measured.
    if (pages <= 5_000) bodies.set(page, body)
  }
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
    .end(body)
})
server.keepAliveTimeout = 30_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.send?.({ type: 'ready', port })
})
process.on('disconnect', () => process.exit(0))
