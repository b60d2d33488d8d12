/** A page of the corpus. */
export interface CorpusPage {
  readonly path: string
  readonly html: string
}

/** Numbers from 0 to 1, the same in every run. Source: mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const SYLLABLES =
  'ba be co da di el fa ga hi in ka la lo ma me na no or pa re ri sa se ta te ti to un va ver vi'
const COMMON =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out'

/** A text's words: half of them common ones, the others rarer the later they stand in the list. */
function createWriter(random: () => number) {
  const syllables = SYLLABLES.split(' ')
  const common = COMMON.split(' ')
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const rare = Array.from({ length: 3_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables)).join(''),
  )
  const word = (): string =>
    random() < 0.5 ? pick(common) : (rare[Math.floor(random() ** 3 * rare.length)] ?? 'word')
  const words = (count: number): string => Array.from({ length: count }, word).join(' ')
  const sentence = (): string => {
    const text = words(6 + Math.floor(random() * 18))
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const sentences = (count: number): string => Array.from({ length: count }, sentence).join(' ')
  return { random, words, sentences }
}

type Writer = ReturnType<typeof createWriter>

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n')

function head({ words, sentences }: Writer, path: string): string {
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words(7)}</title><meta name="description" content="${sentences(1)}">
<link rel="canonical" href="${path}"><link rel="icon" href="/favicon.svg">
<meta property="og:title" content="${words(6)}"><meta property="og:image" content="/og.png">
<meta name="twitter:card" content="summary"><link rel="alternate" hreflang="de" href="/de${path}">
${times(4, (i) => `<link rel="stylesheet" href="/styles/${i}.css">`)}
${times(5, (i) => `<script src="/scripts/${i}.js" ${i % 2 === 0 ? 'defer' : ''}></script>`)}
<style>${times(120, (i) => `.c${i}{margin:${i}px;color:#${(i * 7919) % 4096};background:url(/img/b${i % 9}.png)}`)}</style>
<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', name: 'Bench', url: '/' },
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1 }] },
      { '@type': 'Article', headline: words(8), datePublished: '2026-01-01' },
    ],
  })}</script>`
}

const navigation = ({ words, random }: Writer, entries: number): string =>
  `<nav><ul>${times(entries, (i) => `<li class="menu item-${i} ${random() < 0.2 ? 'open' : ''}"><a href="/section-${i}/" title="${words(2)}">${words(2)}</a></li>`)}</ul></nav>`

function article({ words, sentences, random }: Writer, paragraphs: number): string {
  return `<article><h1>${words(6)}</h1>${times(paragraphs, (i) => {
    const heading = i % 6 === 5 ? `<h${2 + (i % 2)}>${words(5)}</h${2 + (i % 2)}>` : ''
    const link =
      random() < 0.5 ? `<a href="/page-${i}?from=text" rel="nofollow">${words(3)}</a>` : ''
    const figure =
      i % 9 === 4
        ? `<figure><img src="/img/${i}.jpg" srcset="/img/${i}-2x.jpg 2x" width="640" height="360" alt="${words(5)}"><figcaption>${words(8)}</figcaption></figure>`
        : ''
    return `${heading}<p>${sentences(2)} ${link} <em>${words(3)}</em> ${sentences(2)}</p>${figure}`
  })}</article>`
}

/** Cards of a shop, with microdata. */
const products = ({ words, random }: Writer, count: number): string =>
  `<section class="grid">${times(
    count,
    (i) => `<div class="card col-md-4" itemscope itemtype="https://schema.org/Product">
  <a href="/product/${i}" itemprop="url"><img itemprop="image" src="/img/p${i}.webp" ${i % 3 === 0 ? '' : 'loading="lazy"'} alt="${words(4)}"></a>
  <h3 itemprop="name"><a href="/product/${i}#top">${words(4)}</a></h3>
  <p class="description" itemprop="description">${words(14)}</p>
  <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
  <span itemprop="price" content="${Math.floor(random() * 100)}.99">${Math.floor(random() * 100)}.99</span></div>
  <form action="/cart" method="post"><input type="hidden" name="id" value="${i}"><label for="n${i}">n</label><input id="n${i}" name="n"><button type="submit">Add</button></form>
</div>`,
  )}</section>`

const table = ({ words, random }: Writer, rows: number): string =>
  `<table><thead><tr>${times(6, () => `<th>${words(1)}</th>`)}</tr></thead><tbody>${times(
    rows,
    () => `<tr>${times(6, () => `<td>${words(2)} ${Math.floor(random() * 1e6)}</td>`)}</tr>`,
  )}</tbody></table>`

/** What kinds of pages are made of: paragraphs, products and table rows beside the rest. */
const KINDS = [
  { paragraphs: 120, products: 0, rows: 0, inlineKb: 20 },
  { paragraphs: 20, products: 90, rows: 0, inlineKb: 60 },
  { paragraphs: 40, products: 20, rows: 250, inlineKb: 10 },
  { paragraphs: 250, products: 0, rows: 40, inlineKb: 0 },
]

function makePage(index: number): CorpusPage {
  const writer = createWriter(createRandom(index + 1))
  const kind = KINDS[index % KINDS.length] ?? { paragraphs: 1, products: 0, rows: 0, inlineKb: 0 }
  // Pages of one kind differ in size by up to 80 percent.
  const scale = 1.2 + (Math.floor(index / KINDS.length) % 3) * 0.5
  const path = `/corpus/${index}`
  const inline = `<script>${'window.state=window.state||{};'.repeat(kind.inlineKb * 33)}</script>`
  return {
    path,
    html: `<!doctype html><html lang="en"><head>${head(writer, path)}</head><body>
<header>${navigation(writer, 60)}</header><main>${article(writer, Math.floor(kind.paragraphs * scale))}
${products(writer, Math.floor(kind.products * scale))}${table(writer, Math.floor(kind.rows * scale))}</main>
<aside>${navigation(writer, 30)}</aside>${inline}<footer>${navigation(writer, 80)}</footer></body></html>`,
  }
}

/** Pages such as the web has: articles, shops, tables, with their menus and scripts; 100 to 300 kB
 *  each, the same in every run. */
export function makeCorpus(pages: number): CorpusPage[] {
  return Array.from({ length: pages }, (_, index) => makePage(index))
}
