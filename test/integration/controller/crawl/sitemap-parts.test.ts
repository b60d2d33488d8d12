import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitemapOf } from '../../../../controller/src/crawl/read/export/sitemap.ts'
import type { FixturePage, InsertedCrawl } from '../../../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import type { TestApi } from '../../../helpers/test-api.ts'
import { openTestApi } from '../../../helpers/test-api.ts'

let api: TestApi
let crawl: InsertedCrawl
const PAGES = Array.from({ length: 1_700 }, (_, place): FixturePage => ({
  path: `/${place}`,
  // Every third is none for search engines.
  facts: { noindex: place % 3 === 1 },
}))
const SHOWN = PAGES.filter((_, place) => place % 3 !== 1).map(({ path }) => path)

beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, { pages: PAGES })
})
afterAll(() => api.close())

async function pathsOfPart(part: number, entries: number): Promise<string[]> {
  let text = ''
  for await (const piece of sitemapOf(api.db, crawl, part, entries)) text += piece
  expect(text).toMatch(
    /^<\?xml .*\n<urlset .*>\n(?: {2}<url><loc>[^<]+<\/loc><\/url>\n)*<\/urlset>\n$/,
  )
  return [...text.matchAll(/example\.com(\/\d+)</g)].map(([, path = '']) => path)
}

describe('parts of a sitemap', () => {
  it.each([1, 7, 400, 500, 1_133, 1_134, 5_000])(
    'of %i addresses make the whole together',
    async (entries) => {
      const parts = Math.ceil(SHOWN.length / entries)
      for (const part of new Set([1, 2, 3, parts - 1, parts])) {
        if (part < 1 || part > parts) continue
        const expected = SHOWN.slice((part - 1) * entries, part * entries)
        expect(await pathsOfPart(part, entries)).toEqual(expected)
      }
      await expect(pathsOfPart(parts + 1, entries)).rejects.toThrow(`no part ${parts + 1}`)
    },
  )
})
