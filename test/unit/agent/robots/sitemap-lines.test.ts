import { expect, it } from 'vitest'
import { parseRobots } from '../../../../agent/src/robots/parse-robots.ts'
import { sitemapLinesOf } from '../../../../agent/src/robots/sitemap-lines.ts'

it('finds what the whole file tells, each once', () => {
  const text = [
    'User-agent: *',
    'sitemap:https://a.test/1.xml # first',
    '  Site-map : HTTPS://A.test/2.xml',
    'Site-map: https://a.test/3.xml',
    'Sitemap: https://a.test/1.xml',
    'Sitemap: /relative.xml',
    'Sitemap: ftp://a.test/4.xml',
    '# Sitemap: https://a.test/5.xml',
    'Disallow: /sitemap: https://a.test/6.xml',
  ].join('\r\n')
  const found = ['https://a.test/1.xml', 'https://a.test/2.xml', 'https://a.test/3.xml']
  expect(sitemapLinesOf(text, 50)).toEqual(found)
  expect(sitemapLinesOf(text, 2)).toEqual(found.slice(0, 2))
  expect(parseRobots(text).sitemaps).toHaveLength(6)
})

it.each([
  ' ',
  '\t',
  '\n',
  '\r',
  '\u2028',
  '\u00a0',
  'sitemap',
  'sitemap:',
  'sitemap\u2028',
  '\ufeff',
])('reads floods of %j in linear time', (piece) => {
  expect(sitemapLinesOf(piece.repeat(500_000 / piece.length), 50)).toEqual([])
})

it('reads the line after a byte order mark', () => {
  expect(sitemapLinesOf('\ufeffSitemap: https://a.test/1.xml', 50)).toEqual([
    'https://a.test/1.xml',
  ])
})

it('leaves out hosts that cannot be, whose names would take the parser long', () => {
  const letters = Array.from({ length: 1_000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join(
    '',
  )
  const text = `Sitemap: http://${letters}/\nSitemap: https://a.test/${letters.slice(0, 100)}`
  expect(sitemapLinesOf(text, 50)).toHaveLength(1)
})
