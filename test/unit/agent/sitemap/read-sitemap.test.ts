import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSitemap } from '../../../../agent/src/sitemap/read-sitemap.ts'
import type { SitemapLimits } from '../../../../agent/src/sitemap/sitemap-file.ts'
import { readSitemapBody } from '../../../../agent/src/sitemap/task.ts'

const SITE = { url: 'https://example.test/sitemap.xml', homes: ['https://example.test/'] }
const LIMITS: SitemapLimits = {
  bytes: 1024 * 1024,
  urls: 1_000,
  keptEntries: 10,
  keptChildren: 3,
  runMs: 60_000,
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const read = (text: string | Uint8Array, limits: Partial<SitemapLimits> = {}) =>
  readSitemap([typeof text === 'string' ? bytes(text) : text], SITE, { ...LIMITS, ...limits })

const urlset = (...urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`

const locsOf = ({ entries }: { entries: readonly { loc: string }[] }): string[] =>
  entries.map(({ loc }) => loc)

describe('XML sitemaps', () => {
  it('are read with every field and extension', async () => {
    const file = await read(
      urlset(
        `<url>
           <loc> https://example.test/a?x=1&amp;y=2 </loc>
           <lastmod>2026-01-02T03:04:05+01:00</lastmod>
           <changefreq>Weekly</changefreq>
           <priority>0.8</priority>
           <image:image><image:loc>https://cdn.test/1.png</image:loc></image:image>
           <image:image><image:loc>https://cdn.test/2.png</image:loc></image:image>
           <video:video><video:title>v</video:title></video:video>
           <news:news><news:title>n</news:title></news:news>
           <xhtml:link rel="alternate" hreflang="de" href="https://example.test/de"/>
           <xhtml:link rel="alternate" media="handheld" href="https://m.example.test/"/>
         </url>`,
        '<url><loc><![CDATA[https://www.example.test/b]]></loc><lastmod>2025-06</lastmod></url>',
        '<url><loc>http://other.test/c</loc><lastmod>yesterday</lastmod><priority>7</priority></url>',
        '<url><loc>https://example.test/a?x=1&amp;y=2#part</loc><changefreq>often</changefreq></url>',
      ),
    )
    expect(file).toMatchObject({ type: 'urlset', urlCount: 4, errors: [], errorTotal: 0 })
    expect(file.entries[0]).toEqual({
      loc: 'https://example.test/a?x=1&y=2',
      lastmod: '2026-01-02T03:04:05+01:00',
      changefreq: 'Weekly',
      priority: 0.8,
      images: 2,
      videos: 1,
      isNews: true,
      alternates: 1,
    })
    expect(file.figures).toEqual({
      urls: 4,
      offHost: 1,
      insecure: 1,
      withLastmod: 3,
      invalidLastmod: 1,
      oldestLastmodMs: Date.UTC(2025, 5, 1),
      newestLastmodMs: Date.UTC(2026, 0, 2, 2, 4, 5),
      withImages: 1,
      withVideos: 1,
      withNews: 1,
      withHreflang: 1,
      changefreq: { weekly: 1 },
      invalidChangefreq: 1,
      priority: { count: 1, min: 0.8, max: 0.8, sum: 0.8 },
      invalidPriority: 1,
    })
    expect(file.urlKeys).toHaveLength(4)
    expect(new Set(file.urlKeys).size).toBe(3)
  })

  it('takes dates as feeds have them for none', async () => {
    const lastmod = (date: string) =>
      `<url><loc>https://example.test/</loc><lastmod>${date}</lastmod></url>`
    const file = await read(urlset(lastmod('Tue, 06 Jan 2026 10:00:00 GMT'), lastmod('2026-01-06')))
    expect(file.figures).toMatchObject({
      withLastmod: 2,
      invalidLastmod: 1,
      newestLastmodMs: Date.UTC(2026, 0, 6),
    })
  })

  it('may have a prefix, and their elements any namespace', async () => {
    const file = await read(
      '<s:urlset xmlns:s="x"><s:url><s:loc>https://example.test/</s:loc><i:image/></s:url></s:urlset>',
    )
    expect(file).toMatchObject({ type: 'urlset', urlCount: 1, figures: { withImages: 1 } })
  })

  it('tell what is wrong with an address by its line, and go on', async () => {
    const file = await read(
      urlset(
        '<url><lastmod>2026-01-01</lastmod></url>',
        '<url><loc>/relative</loc></url>',
        '<url><loc>ftp://example.test/</loc></url>',
        `<url><loc>https://example.test/${'x'.repeat(2_048)}</loc></url>`,
        '<url><loc>https://example.test/1</loc><loc>https://example.test/2</loc></url>',
        '<url><image:loc>https://example.test/image.png</image:loc></url>',
      ),
    )
    expect(locsOf(file)).toEqual(['https://example.test/1'])
    expect(file.errors).toEqual([
      'Line 3: <url> has no address.',
      'Line 4: <url> has an address that is no absolute http or https URL.',
      'Line 5: <url> has an address that is no absolute http or https URL.',
      'Line 6: <url> has an address of 2048 characters or more.',
      'Line 7: <url> has more than one <loc>.',
      'Line 8: <url> has no address.',
    ])
  })

  it.each([
    ['<url><loc>https://example.test/2</url>', 'unexpected close tag'],
    ['<url><loc>&boom;</loc></url>', 'undefined entity'],
    ['<url><loc>https://example.test/\u0001</loc></url>', 'disallowed character'],
  ])('keep what stands before %s', async (broken, problem) => {
    const file = await read(urlset('<url><loc>https://example.test/1</loc></url>', broken))
    expect(locsOf(file)).toEqual(['https://example.test/1'])
    expect(file.type).toBe('urlset')
    expect(file.errors[0]).toMatch(/^Line 4: the XML is broken: /)
    expect(file.errors[0]).toContain(problem)
  })

  it('may have bare ampersands, which are told', async () => {
    const file = await read(
      urlset(
        '<url><loc>https://example.test/?a=1&b=2;c&amp;d&#38;e</loc></url>',
        '<!-- & --><url><loc><![CDATA[https://example.test/?a&b]]></loc></url>',
        '<url><loc>https://example.test/?last&</loc></url>',
      ),
    )
    expect(locsOf(file)).toEqual([
      'https://example.test/?a=1&b=2;c&d&e',
      'https://example.test/?a&b',
      'https://example.test/?last&',
    ])
    expect(file.errors).toEqual([
      'Line 3: an "&" is not written as "&amp;".',
      'Line 5: an "&" is not written as "&amp;".',
    ])
  })

  it('keep what stands before an end that is missing', async () => {
    const file = await read('<urlset><url><loc>https://example.test/1</loc></url><url>')
    expect(locsOf(file)).toEqual(['https://example.test/1'])
    expect(file.errors).toEqual([expect.stringContaining('unclosed tag')])
  })

  it('may begin with white space, which is told', async () => {
    const file = await read(`\n ${urlset('<url><loc>https://example.test/</loc></url>')}`)
    expect(file).toMatchObject({ urlCount: 1, errorTotal: 1 })
  })

  it('expand no entities of a DTD', async () => {
    const dtd = `<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>`
    const file = await read(`${dtd}<urlset><url><loc>https://example.test/&b;</loc></url></urlset>`)
    expect(file.urlCount).toBe(0)
    expect(file.errors[0]).toContain('undefined entity')
  })

  it.each([
    [
      '<html><body>Not found</body></html>',
      'Line 1: <html> is no element that a sitemap or feed begins with.',
    ],
    ['<!DOCTYPE html>\n<HTML>', 'Line 2: <HTML> is no element that a sitemap or feed begins with.'],
    ['<svg/>', 'Line 1: <svg> is no element that a sitemap or feed begins with.'],
    ['Not found', 'Line 1: it has an address that is no absolute http or https URL.'],
    ['', 'It is empty.'],
    [' \n ', 'It is empty.'],
  ])('are not %j', async (text, error) => {
    const file = await read(text)
    expect(file.type).toBeNull()
    expect(file.errors[0]).toBe(error)
  })

  it('come in the encoding they say', async () => {
    const text = '<urlset><url><loc>https://example.test/ü</loc></url></urlset>'
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    const latin1 = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1')
    for (const body of [utf16, latin1, bytes(`\ufeff${text}`)]) {
      expect(locsOf(await read(body))).toEqual(['https://example.test/ü'])
    }
  })
})

describe('other kinds', () => {
  it('indexes give the files they name', async () => {
    const names = [1, 2, 3, 4].map(
      (n) =>
        `<sitemap><loc>https://example.test/${n}.xml</loc><lastmod>2026-0${n}</lastmod></sitemap>`,
    )
    const file = await read(`<sitemapindex>${names.join('')}<sitemap/></sitemapindex>`)
    expect(file).toMatchObject({ type: 'index', urlCount: 4, errorTotal: 1, figures: { urls: 0 } })
    expect(file.children).toEqual([
      { url: 'https://example.test/1.xml', lastmod: '2026-01' },
      { url: 'https://example.test/2.xml', lastmod: '2026-02' },
      { url: 'https://example.test/3.xml', lastmod: '2026-03' },
    ])
  })

  it('lists of addresses', async () => {
    const file = await read('https://example.test/1\r\n\r\nhttps://example.test/2\nnonsense\n')
    expect(file).toMatchObject({
      type: 'text',
      urlCount: 2,
      errors: ['Line 4: it has an address that is no absolute http or https URL.'],
    })
  })

  it('RSS, with guid where there is no link', async () => {
    const file = await read(
      `<rss version="2.0"><channel><link>https://example.test/</link>
       <item><title>t</title><link>https://example.test/1</link><atom:link href="https://no.test/"/>
         <pubDate>Tue, 06 Jan 2026 10:00:00 GMT</pubDate></item>
       <item><guid>https://example.test/2</guid></item>
       <item><guid isPermaLink="false">urn:3</guid><link>/3</link></item>
       </channel></rss>`,
    )
    expect(file.type).toBe('rss')
    expect(locsOf(file)).toEqual([1, 2, 3].map((n) => `https://example.test/${n}`))
    expect(file.figures).toMatchObject({
      invalidLastmod: 0,
      newestLastmodMs: Date.UTC(2026, 0, 6, 10),
    })
  })

  it('Atom', async () => {
    const file = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.test/"/>
       <entry><link rel="self" href="/no"/><link href="/1"/><updated>2026-01-06T10:00:00Z</updated></entry>
       <entry><link rel="alternate" href="https://example.test/2"/></entry></feed>`,
    )
    expect(file.type).toBe('atom')
    expect(locsOf(file)).toEqual(['https://example.test/1', 'https://example.test/2'])
  })
})

describe('limits', () => {
  const page = (n: number): string => `<url><loc>https://example.test/${n}</loc></url>`
  const pages = (count: number): string =>
    urlset(...Array.from({ length: count }, (_, n) => page(n)))

  it('of addresses', async () => {
    const exact = await read(pages(20), { urls: 20 })
    expect(exact).toMatchObject({ urlCount: 20, errorTotal: 0 })
    const more = await read(pages(21), { urls: 20 })
    expect(more).toMatchObject({
      urlCount: 20,
      errors: ['Line 23: it holds more than 20 addresses; the rest was not read.'],
    })
    expect(more.entries).toHaveLength(10)
    const text = await read('https://example.test/\n'.repeat(21), { urls: 20 })
    expect(text).toMatchObject({ urlCount: 20, errorTotal: 1 })
  })

  it('of bytes, also of what is packed into few', async () => {
    const body = gzipSync(Buffer.alloc(64 * 1024 * 1024, '<urlset>\n'.padEnd(64)))
    const { answer } = await readSitemapBody({ body, site: SITE, limits: LIMITS })
    expect(answer.isGzip).toBe(true)
    expect(answer.bytes).toBeLessThanOrEqual(LIMITS.bytes)
    const large = await read(urlset(' '.repeat(LIMITS.bytes)))
    expect(large.bytes).toBe(LIMITS.bytes)
    expect(large.errors).toContain('It is larger than 1 MB; the rest was not read.')
  })

  it.each([
    ['depth', '<a>'.repeat(300_000)],
    ['attributes', `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}>`],
    ['a name', `<${'a'.repeat(3_000_000)}`],
    ['a text', `<url><loc>${'a'.repeat(3_000_000)}`],
    ['a value', `<url a="${'a'.repeat(3_000_000)}`],
    ['a comment', `<!--${'a'.repeat(3_000_000)}`],
    ['a DTD', `<!DOCTYPE a [${'<!ENTITY a "a">'.repeat(200_000)}`],
    ['entries', '<url/>'.repeat(300_000)],
  ])('of %s', async (what, flood) => {
    const text = what === 'a DTD' ? flood : `<urlset>${page(1)}${flood}`
    const file = await read(text, { bytes: 50 * 1024 * 1024 })
    expect(file.bytes).toBeLessThan(1_500_000)
    expect(file.urlCount).toBe(what === 'a DTD' ? 0 : 1)
    expect(file.errorTotal).toBeGreaterThan(0)
    expect(file.errors.length).toBeLessThanOrEqual(20)
  })

  it('a clock ends it as well, and what was read is kept', async () => {
    const file = await read(pages(10_000), { runMs: -1, urls: 50_000 })
    expect(file.errors).toEqual(['Reading it takes too long; the rest was not read.'])
    expect(file.urlCount).toBeGreaterThan(0)
  })
})

describe('gzip', () => {
  const body = gzipSync(urlset('<url><loc>https://example.test/1</loc></url>'))

  it('is told by its first bytes', async () => {
    const { answer } = await readSitemapBody({ body, site: SITE, limits: LIMITS })
    expect(answer).toMatchObject({ isGzip: true, urlCount: 1, errorTotal: 0 })
  })

  it('that breaks off gives what came before', async () => {
    const random = Array.from({ length: 2_000 }, (_, n) => `https://example.test/${Math.sin(n)}`)
    const whole = gzipSync(random.join('\n'))
    const cut = { body: whole.subarray(0, whole.length / 2), site: SITE, limits: LIMITS }
    const { answer } = await readSitemapBody(cut)
    expect(answer.urlCount).toBeGreaterThan(100)
    expect(answer.errors.at(-1)).toMatch(/gzip data is broken/)
  })

  it.each([
    ['a line end', Buffer.concat([body, Buffer.from('\r\n')])],
    ['padding', Buffer.concat([body, Buffer.alloc(100)])],
  ])('is read when %s follows it', async (_name, followed) => {
    const { answer } = await readSitemapBody({ body: followed, site: SITE, limits: LIMITS })
    expect(answer).toMatchObject({ isGzip: true, urlCount: 1, errorTotal: 0 })
  })

  it('may come in several members', async () => {
    const members = ['https://example.test/1\n', 'https://example.test/2\n'].map((text) =>
      gzipSync(text),
    )
    const joined = { body: Buffer.concat(members), site: SITE, limits: LIMITS }
    const { answer } = await readSitemapBody(joined)
    expect(answer).toMatchObject({ type: 'text', urlCount: 2, errorTotal: 0 })
  })

  it('that is broken inside is told', async () => {
    const broken = Buffer.from(body)
    broken.fill(0xff, 20, 40)
    const { answer } = await readSitemapBody({ body: broken, site: SITE, limits: LIMITS })
    expect(answer.errors[0]).toMatch(/gzip data is broken/)
  })
})

it('a file in UTF-8 that calls itself UTF-16 is read', async () => {
  const text = urlset('<url><loc>https://example.test/ü</loc></url>').replace('UTF-8', 'utf-16')
  expect(locsOf(await read(text))).toEqual(['https://example.test/ü'])
})

it('reads the same in whatever pieces a file comes', async () => {
  const text = urlset(
    '<url><loc>https://example.test/ü?a=1&amp;b=2</loc><lastmod>2026-01-01</lastmod></url>',
    '<url><loc><![CDATA[https://example.test/?a&b]]></loc></url>',
    '<url><loc>https://example.test/?a&b</loc></url>',
  )
  const whole = await read(text)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 8 }), async (cuts) => {
      const all = bytes(text)
      const at = [0, ...cuts.toSorted((a, b) => a - b), all.length]
      const chunks = at.slice(1).map((end, place) => all.subarray(at[place], end))
      expect(await readSitemap(chunks, SITE, LIMITS)).toEqual(whole)
    }),
  )
})
