import { expect, onTestFinished, test } from 'vitest'
import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import type { SiteAnalyst } from '../../../../controller/src/crawl/site/site-analyst.ts'
import { createSiteAnalyst } from '../../../../controller/src/crawl/site/site-analyst.ts'
import type { SiteCheckId } from '../../../../controller/src/crawl/site/checks/index.ts'
import { SITE_CHECKS } from '../../../../controller/src/crawl/site/checks/index.ts'
import { useCrawlDatabase } from '../../../helpers/crawl-database.ts'
import type { MadeSite } from '../../../helpers/crawled-site.ts'
import {
  answerOf,
  askForCrawl,
  ended,
  itemsOf,
  ORIGIN,
  startCrawlers,
  stateOf,
} from '../../../helpers/crawled-site.ts'

const database = useCrawlDatabase()

async function crawl(
  site: MadeSite,
  settings: Partial<CrawlSettings> = {},
  see: (batch: CrawlBatchInput) => void = () => undefined,
): Promise<number> {
  const crawlers = startCrawlers(database.db, {
    agents: 1,
    controllerId: 'one',
    answer(kind, input) {
      if (kind === 'crawlBatch') see(input as CrawlBatchInput)
      return answerOf(site, kind, input)
    },
  })
  // Before the next crawl of the test: these would answer of this site.
  try {
    const jobId = await askForCrawl(database.db, database.workspaceId, settings)
    crawlers.look()
    await ended(database.db, jobId)
    return jobId
  } finally {
    await crawlers.stop()
  }
}

interface Node {
  readonly path: string
  readonly depth: number | null
  readonly inlinks: number
  readonly outlinks: number
  readonly sources: number[]
}

async function graphOf(jobId: number): Promise<Node[]> {
  const [items, { rows }] = await Promise.all([
    itemsOf(database.db, jobId),
    database.db.query<Omit<Node, 'path'> & { seq: number }>(
      {
        text: `select seq, depth, inlinks, outlinks, sources from crawl_graph where job_id = $1
          order by seq`,
      },
      [jobId],
    ),
  ])
  return rows.map(({ seq, ...node }) => ({
    path: items.find((item) => item.seq === seq)?.path ?? '',
    ...node,
  }))
}

interface Issue {
  readonly ofTotal: number
  readonly paths: string[]
  readonly details: unknown[] | null
}

async function issuesOf(jobId: number): Promise<Map<string, Issue>> {
  const { rows } = await database.db.query<Issue & { id: string; urls: string[] }>(
    {
      text: `select id, of_total as "ofTotal", details, array(
          select u.url from unnest(items) with ordinality as item (id, place)
          join crawl_urls u on u.job_id = i.job_id and u.id = item.id order by item.place
        ) as urls
        from crawl_issues i where job_id = $1 and i.count > 0 order by position`,
    },
    [jobId],
  )
  return new Map(
    rows.map(({ id, ofTotal, urls, details }) => [
      id,
      { ofTotal, details, paths: urls.map((url) => url.slice(ORIGIN.length)) },
    ]),
  )
}

const absolute = (path: string): string => `${ORIGIN}${path}`

test('the graph counts different pages, and leaves out links to oneself', async () => {
  const jobId = await crawl({
    pages: {
      '/': { links: ['/', '/a', '/b', '/manual.pdf'] },
      '/a': { links: ['/b', '/'] },
      '/b': { redirect: '/c' },
      '/c': { links: ['!/a'] },
      '/alone': {},
    },
    sitemap: ['/alone'],
  })
  expect(await graphOf(jobId)).toEqual([
    { path: '/', depth: 0, inlinks: 1, outlinks: 3, sources: [1] },
    { path: '/a', depth: 1, inlinks: 2, outlinks: 2, sources: [0, 3] },
    { path: '/b', depth: 1, inlinks: 2, outlinks: 1, sources: [0, 1] },
    { path: '/c', depth: 2, inlinks: 1, outlinks: 1, sources: [2] },
    { path: '/alone', depth: null, inlinks: 0, outlinks: 0, sources: [] },
  ])
})

test('what is wrong with a site as a whole is found with where it stands', async () => {
  const canonical = (path: string) => ({ facts: { canonical: absolute(path) } })
  const alternates = (...paths: string[]): [string, string][] =>
    paths.map((path) => ['de', absolute(path)])
  const jobId = await crawl({
    pages: {
      '/': {
        links: [
          '/twin-1',
          '/twin-2',
          '/gone',
          '/old',
          '/loop-1',
          '/d1',
          '/c1',
          '/c2',
          '/c3',
          '/en',
          '/de',
        ],
        fails: ['linksEmptyText'],
      },
      '/twin-1': { title: 'Twins', facts: { simHash: '00000000000000ff' } },
      '/twin-2': { title: 'Twins', facts: { simHash: '00000000000000fe' } },
      '/gone': { status: 404 },
      '/old': { redirect: '/older' },
      '/older': { redirect: '/' },
      '/loop-1': { redirect: '/loop-2' },
      '/loop-2': { redirect: '/loop-1' },
      '/d1': { links: ['/d2'] },
      '/d2': { links: ['/d3'] },
      '/d3': { links: ['/d4'] },
      '/d4': { links: ['/d5'] },
      '/d5': {},
      '/c1': canonical('/gone'),
      '/c2': canonical('/c3'),
      '/c3': canonical('/hidden'),
      '/hidden': { facts: { noindex: true } },
      '/en': { facts: { alternates: alternates('/de', '/en') } },
      '/de': { facts: { alternates: alternates('/de') } },
      '/blocked': { outcome: 'blocked', error: 'robots.txt forbids this address.' },
    },
    sitemap: ['/', '/hidden', '/gone', '/old', '/blocked'],
  })
  const issues = await issuesOf(jobId)
  const expected: Partial<Record<SiteCheckId, string[]>> = {
    brokenLinks: ['/'],
    redirectingLinks: ['/'],
    redirectChains: ['/old'],
    redirectLoops: ['/loop-1', '/loop-2'],
    duplicateTitles: ['/twin-1', '/twin-2'],
    nearDuplicateTexts: ['/twin-1', '/twin-2'],
    canonicalToNoPage: ['/c1'],
    canonicalToOtherCanonical: ['/c2'],
    canonicalToNoindex: ['/c3'],
    hreflangWithoutReturn: ['/en'],
    sitemapNoindex: ['/hidden'],
    sitemapRedirect: ['/old'],
    sitemapBroken: ['/gone'],
    sitemapBlocked: ['/blocked'],
    notInSitemap: ['/twin-1', '/twin-2', '/d1', '/en', '/de', '/d2', '/d3', '/d4', '/d5'],
    deepPages: ['/d5'],
    singleInlink: ['/twin-1', '/twin-2', '/d1', '/en', '/de', '/d2', '/d3', '/d4', '/d5'],
  }
  const found = Object.keys(SITE_CHECKS).flatMap((id) => {
    const paths = issues.get(id)?.paths
    return paths === undefined ? [] : [[id, paths]]
  })
  expect(Object.fromEntries(found)).toEqual(expected)
  expect(issues.get('brokenLinks')?.details).toEqual([
    {
      links: 1,
      first: [
        { target: absolute('/gone'), statusCode: 404, error: null, text: '/gone', area: 'main' },
      ],
    },
  ])
  expect(issues.get('redirectChains')?.details).toEqual([
    { way: ['/old', '/older', '/'].map(absolute) },
  ])
  expect(issues.get('linksEmptyText')).toEqual({ ofTotal: 14, paths: ['/'], details: null })
})

test('a page that leads to another at once may not be found itself, and what it leads to may be broken', async () => {
  const leads = (path: string) => ({ facts: { refresh: absolute(path) } })
  const site: MadeSite = {
    pages: {
      '/': { links: ['/a', '/b', '/loop-1', '/old'] },
      '/a': leads('/c'),
      '/b': leads('/gone'),
      '/c': {},
      '/loop-1': leads('/loop-2'),
      '/loop-2': leads('/loop-1'),
      '/old': { redirect: '/a' },
    },
    sitemap: ['/'],
  }
  const issues = await issuesOf(await crawl(site))
  expect(issues.get('notInSitemap')?.paths).toEqual(['/c'])
  expect(issues.get('brokenLinks')?.paths).toEqual(['/b'])
  expect(issues.get('redirectLoops')?.paths).toEqual(['/loop-1', '/loop-2'])
  expect(issues.get('redirectChains')?.details).toEqual([
    { way: ['/old', '/a', '/c'].map(absolute) },
  ])
})

test('a start page that leads to another site once no cookie is kept does so without end: the crawl found it there', async () => {
  const issues = await issuesOf(
    await crawl({ pages: { '/': { redirect: 'https://consent.example.net/?back' } } }),
  )
  expect(issues.get('redirectLoops')).toMatchObject({
    paths: ['/'],
    details: [{ way: [absolute('/')] }],
  })
})

test('a link to a redirect that ends at a broken page is broken', async () => {
  const issues = await issuesOf(
    await crawl({
      pages: {
        '/': { links: ['/old', '/fine', '/loop', '/gone'] },
        '/old': { redirect: '/older' },
        '/older': { redirect: '/gone' },
        '/fine': { redirect: '/' },
        '/loop': { redirect: '/loop' },
        '/gone': { status: 404 },
      },
    }),
  )
  const gone = { statusCode: 404, error: null, area: 'main' }
  expect(issues.get('brokenLinks')).toMatchObject({ paths: ['/'] })
  expect(issues.get('brokenLinks')?.details).toEqual([
    {
      links: 2,
      first: [
        { target: absolute('/old'), leadsTo: absolute('/gone'), text: '/old', ...gone },
        { target: absolute('/gone'), text: '/gone', ...gone },
      ],
    },
  ])
  const redirecting = [absolute('/fine'), absolute('/loop')].map((target) => ({ target }))
  expect(issues.get('redirectingLinks')?.details).toMatchObject([{ links: 2, first: redirecting }])
})

test('canonicals are looked at also where no link leads to the address that they name', async () => {
  const canonical = (path: string, links: string[] = []) => ({
    links,
    facts: { canonical: absolute(path) },
  })
  const site: MadeSite = {
    pages: {
      '/': { links: ['/a', '/b', '/c', '/gone', '/d', '/e', '/f', '/g', '/h'] },
      '/a': canonical('/gone'),
      '/b': canonical('/never-linked'),
      '/c': { facts: { canonical: 'https://elsewhere.example/' } },
      '/d': canonical('/'),
      '/e': canonical('/moved'),
      '/f': canonical('/there'),
      '/g': canonical('/linked-later'),
      '/h': canonical('/private/1', ['/h1']),
      '/h1': { links: ['/linked-later'] },
      '/linked-later': { facts: { noindex: true } },
      '/moved': { redirect: '/there' },
      '/there': { facts: { noindex: true } },
    },
  }
  const jobId = await crawl(site, { exclude: ['/private/**'] })
  const issues = await issuesOf(jobId)
  expect(issues.get('canonicalToNoPage')).toMatchObject({ paths: ['/a', '/b', '/e'], ofTotal: 6 })
  // Of what is not read as a page nothing is said that only its text tells.
  expect(issues.get('canonicalToNoindex')).toMatchObject({ paths: ['/g'], ofTotal: 3 })
  const items = await itemsOf(database.db, jobId)
  const linked = '/ /a /b /c /gone /d /e /f /g /h /h1 /linked-later'
  expect(items.map(({ path }) => path).join(' ')).toBe(linked)
})

test('alternates are looked at where the other page was crawled', async () => {
  const alternates = (...paths: string[]) => ({
    facts: { alternates: paths.map((path): [string, string] => ['de', absolute(path)]) },
  })
  const issues = await issuesOf(
    await crawl({
      pages: {
        '/': { links: ['/en', '/de', '/alone', '/own'] },
        '/en': alternates('/en', '/de', '/never-linked'),
        '/de': alternates('/de'),
        '/alone': alternates('/never-linked'),
        '/own': alternates('/own'),
      },
    }),
  )
  expect(issues.get('hreflangWithoutReturn')).toMatchObject({
    paths: ['/en'],
    ofTotal: 1,
    details: [{ alternates: 1, first: [{ language: 'de', url: absolute('/de') }] }],
  })
})

test('a page whose alternates may stand in a sitemap is not said to link back to nobody', async () => {
  const alternates = (...paths: string[]) => ({
    facts: { alternates: paths.map((path): [string, string] => ['de', absolute(path)]) },
  })
  const site: MadeSite = {
    pages: {
      '/': { links: ['/en', '/de', '/fr'] },
      '/en': alternates('/en', '/de', '/fr'),
      '/de': {},
      '/fr': {},
    },
    sitemap: ['/de'],
  }
  const silent = async (what: Partial<MadeSite>): Promise<unknown> =>
    (await issuesOf(await crawl({ ...site, ...what }))).get('hreflangWithoutReturn')?.details
  expect(await silent({})).toMatchObject([{ alternates: 2 }])
  const first = [{ language: 'de', url: absolute('/fr') }]
  expect(await silent({ hasSitemapAlternates: true })).toEqual([{ alternates: 1, first }])
  expect(await silent({ hasSitemapAlternates: true, isSitemapCut: true })).toBeUndefined()
})

test('of too many addresses that are alike the rest is left and told, but for those that a sitemap names', async () => {
  const products = Array.from({ length: 504 }, (_, at) => `/product?id=${at + 1}`)
  const site: MadeSite = {
    pages: Object.fromEntries([['/', { links: products }], ...products.map((path) => [path, {}])]),
  }
  const left = (await issuesOf(await crawl(site, { maxPages: 1_000 }))).get('tooManyAlike')
  expect(left).toMatchObject({ ofTotal: 505, paths: products.slice(500) })
  const sitemap = products.slice(-3)
  const issues = await issuesOf(await crawl({ ...site, sitemap }, { maxPages: 1_000 }))
  expect(issues.get('tooManyAlike')?.paths).toEqual(['/product?id=501'])
})

test('no page is in no sitemap where not all of the sitemaps was read', async () => {
  const site: MadeSite = { pages: { '/': { links: ['/a'] }, '/a': {} }, sitemap: ['/'] }
  expect((await issuesOf(await crawl(site))).get('notInSitemap')?.paths).toEqual(['/a'])
  const issues = await issuesOf(await crawl({ ...site, isSitemapCut: true }))
  expect(issues.has('notInSitemap')).toBe(false)
})

test('files that pages lead to or a sitemap names are asked whether they answer, and are no items', async () => {
  const asked: unknown[] = []
  const site: MadeSite = {
    pages: {
      '/': { links: ['/a.pdf', '/gone.pdf', '!/hinted.pdf', '/private/x.pdf', '/late.zip'] },
      '/a.pdf': { outcome: 'other' },
      '/named.pdf': { outcome: 'other', status: 410 },
      '/late.zip': { outcome: 'other', status: 404 },
    },
    sitemap: ['/', '/named.pdf'],
  }
  const settings = { maxPages: 3, exclude: ['/private/**'] }
  const jobId = await crawl(site, settings, ({ urls }) => {
    const files = urls.filter(({ isFile }) => isFile === true)
    asked.push(...files.map(({ url }) => url.slice(ORIGIN.length)))
  })
  // No more than pages may be crawled; what pages lead to comes first.
  expect(asked).toEqual(['/a.pdf', '/gone.pdf', '/late.zip'])
  expect((await itemsOf(database.db, jobId)).map(({ path }) => path)).toEqual(['/'])
  expect(await stateOf(database.db, jobId)).toMatchObject({ complete: true, pages: 1 })
  const issues = await issuesOf(jobId)
  const first = [absolute('/gone.pdf'), absolute('/late.zip')].map((target) => ({ target }))
  expect(issues.get('brokenLinks')?.details).toMatchObject([{ links: 2, first }])
  const more = await issuesOf(await crawl(site))
  expect(more.get('sitemapBroken')?.paths).toEqual(['/named.pdf'])
  expect(await graphOf(jobId)).toMatchObject([{ path: '/', outlinks: 5 }])
})

test('images that pages show are asked for where a crawl is to, and told where they are broken', async () => {
  const asked: string[] = []
  const images = ['/logo.png', '/gone.png', '/picture?id=1', '/a', 'https://cdn.example/gone.png']
  const site: MadeSite = {
    pages: {
      '/': { links: ['/a', '/b'], images },
      '/a': { links: ['/picture?id=2'], images: ['/logo.png', '/picture?id=2'] },
      '/b': { images: ['/gone.png', '/elsewhere'] },
      '/logo.png': { outcome: 'other' },
      '/gone.png': { outcome: 'other', status: 404 },
      '/picture?id=1': { outcome: 'other', status: 500 },
      '/picture?id=2': { outcome: 'other' },
      '/elsewhere': { outcome: 'failed', error: 'The connection is refused.' },
    },
  }
  const see = ({ urls }: CrawlBatchInput): void => {
    const alone = urls.filter(({ isFile, isExternal }) => isFile === true || isExternal)
    asked.push(...alone.map(({ url }) => url))
  }
  const jobId = await crawl(site, { checkImages: true }, see)
  const own = ['/logo.png', '/gone.png', '/elsewhere', '/picture?id=1'].map(absolute)
  expect(asked).toEqual(own)
  expect((await itemsOf(database.db, jobId)).map(({ path }) => path)).toEqual(['/', '/a', '/b'])
  const gone = { target: absolute('/gone.png'), statusCode: 404, error: null }
  const told = (await issuesOf(jobId)).get('brokenImages')
  expect(told).toMatchObject({ paths: ['/', '/b'], ofTotal: 3 })
  expect(told?.details).toEqual([
    { images: 2, first: [gone, { ...gone, target: absolute('/picture?id=1'), statusCode: 500 }] },
    {
      images: 2,
      first: [
        gone,
        { target: absolute('/elsewhere'), statusCode: null, error: 'The connection is refused.' },
      ],
    },
  ])
  // Nothing leads to what is shown.
  expect((await graphOf(jobId)).map(({ outlinks }) => outlinks)).toEqual([2, 1, 0])
  expect((await issuesOf(await crawl(site))).has('brokenImages')).toBe(false)
  const everywhere = { checkImages: true, checkExternal: true }
  const all = await issuesOf(await crawl(site, everywhere, see))
  expect(asked).toContain('https://cdn.example/gone.png')
  expect(all.get('brokenImages')?.details).toMatchObject([{ images: 3 }, { images: 2 }])
})

test('what a page shows as an image is crawled where a page that is read later links to it', async () => {
  const site: MadeSite = {
    pages: {
      '/': { links: ['/a'], images: ['/chart', '/chart?large'] },
      '/a': { links: ['/chart'] },
      '/chart': {},
      '/chart?large': { outcome: 'other' },
    },
  }
  const jobId = await crawl(site, { checkImages: true })
  expect((await itemsOf(database.db, jobId)).map(({ path }) => path)).toEqual(['/', '/a', '/chart'])
})

test('a host that refuses its files again and again is left alone, and they are not told as broken', async () => {
  const links = Array.from({ length: 60 }, (_, at) => `/${at}.pdf`)
  const busy = { outcome: 'again', error: 'It asks to come back later.' } as const
  const jobId = await crawl({
    pages: { '/': { links }, ...Object.fromEntries(links.map((path) => [path, busy])) },
  })
  expect(await stateOf(database.db, jobId)).toMatchObject({ status: 'done', unfinished: 0 })
  expect((await issuesOf(jobId)).has('brokenLinks')).toBe(false)
})

test('pages without inlinks are told only of a crawl that is complete', async () => {
  const site: MadeSite = {
    pages: { '/': { links: ['/a'] }, '/a': {}, '/alone': {}, '/other': {} },
    sitemap: ['/alone', '/other'],
  }
  const whole = await issuesOf(await crawl(site))
  expect(whole.get('orphanPages')?.paths).toEqual(['/alone', '/other'])
  const cut = await issuesOf(await crawl(site, { maxPages: 3 }))
  expect(cut.has('orphanPages')).toBe(false)
})

test('pages without inlinks are not told where deeper pages were not read', async () => {
  const site: MadeSite = {
    pages: { '/': { links: ['/a'] }, '/a': { links: ['/b'] }, '/b': {}, '/alone': {} },
    sitemap: ['/alone'],
  }
  const shallow = await issuesOf(await crawl(site, { maxDepth: 1 }))
  expect(shallow.has('orphanPages')).toBe(false)
  const deep = await issuesOf(await crawl(site, { maxDepth: 2 }))
  expect(deep.get('orphanPages')?.paths).toEqual(['/alone'])
})

test('a start page that is no page is where no way begins', async () => {
  const jobId = await crawl({
    pages: { '/': { outcome: 'other' }, '/a': { links: ['/b'] }, '/b': {} },
    sitemap: ['/a'],
  })
  expect((await graphOf(jobId)).map(({ path, depth }) => [path, depth])).toEqual([
    ['/a', null],
    ['/b', null],
  ])
  expect((await issuesOf(jobId)).get('orphanPages')?.paths).toEqual(['/a'])
})

test('a page that answers, but is too large to be read, is not broken for those who visit it', async () => {
  const jobId = await crawl({
    pages: {
      '/': { links: ['/large', '/silent', '/busy'] },
      '/large': { outcome: 'failed', status: 200, error: 'It is longer than 5 MB.' },
      '/silent': { outcome: 'failed', error: 'There was no answer.' },
      '/busy': { outcome: 'failed', status: 503, error: 'It asks to come back later.' },
    },
    sitemap: ['/', '/large', '/silent'],
  })
  const issues = await issuesOf(jobId)
  const first = [{ target: absolute('/silent') }, { target: absolute('/busy'), statusCode: 503 }]
  expect(issues.get('brokenLinks')?.details).toMatchObject([{ links: 2, first }])
  expect(issues.get('sitemapBroken')?.paths).toEqual(['/silent'])
})

test('of very many broken links the first are told, and all are counted', async () => {
  const links = Array.from({ length: 30 }, (_, at) => `/gone-${at}`)
  const jobId = await crawl({ pages: { '/': { links } } })
  const [detail] = (await issuesOf(jobId)).get('brokenLinks')?.details ?? []
  expect(detail).toMatchObject({ links: 30 })
  expect((detail as { first: unknown[] }).first).toHaveLength(10)
})

function siteAnalyst(): SiteAnalyst {
  const analyst = createSiteAnalyst(database.url)
  onTestFinished(analyst.stop)
  return analyst
}

const dropGraph = (jobId: number): Promise<unknown> =>
  database.db.query({ text: 'delete from crawl_graph where job_id = $1' }, [jobId])

test('figures are made in a thread again and again, also of a crawl that is gone', async () => {
  const jobId = await crawl({ pages: { '/': { links: ['/a'] }, '/a': {} } })
  const before = await graphOf(jobId)
  const analyst = siteAnalyst()
  for (let round = 0; round < 2; round += 1) {
    await dropGraph(jobId)
    await analyst.analyse(jobId)
    expect(await graphOf(jobId)).toEqual(before)
    await analyst.analyse(4_711)
  }
})

test('figures are made again after a thread broke, and no thread is left', async () => {
  const connections = async (): Promise<number> => {
    const { rows } = await database.db.query<{ pid: number }>({
      // Autovacuum comes and goes as it likes.
      text: `select pid from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'`,
    })
    return rows.length
  }
  const jobId = await crawl({ pages: { '/': { links: ['/a'] }, '/a': {} } })
  const before = await graphOf(jobId)
  const others = await connections()
  const analyst = siteAnalyst()
  await analyst.analyse(jobId)
  await database.db.query({ text: 'alter table crawl_graph rename to crawl_graph_away' })
  await expect(analyst.analyse(jobId)).rejects.toThrow('crawl_graph')
  await database.db.query({ text: 'alter table crawl_graph_away rename to crawl_graph' })
  await dropGraph(jobId)
  await analyst.analyse(jobId)
  expect(await graphOf(jobId)).toEqual(before)
  await analyst.stop()
  await expect.poll(connections).toBeLessThanOrEqual(others)
})
