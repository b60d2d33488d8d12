import { gradeOf } from '../../../agent/src/analyses/grade.ts'
import { makeFigures } from '../../../controller/src/crawl/site/make-figures.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import type { FixturePage } from '../crawl-fixture.ts'
import { insertFixtureCrawl } from '../crawl-fixture.ts'

const HOST = 'www.alderfinch.com'
const KINDS = ['oak-tables', 'linen', 'lamps', 'ceramics', 'rugs', 'shelves'] as const
const PRODUCTS = 9

const titled = (slug: string): string =>
  slug
    .slice(1)
    .replaceAll(/[-/]/g, ' ')
    .replace(/^./, (letter) => letter.toUpperCase())

function page(
  path: string,
  links: readonly string[],
  more: Partial<FixturePage> = {},
): FixturePage {
  const title =
    path === '/' ? 'Alder & Finch: furniture that stays' : `${titled(path)} | Alder & Finch`
  const score = 70 + ((path.length * 7) % 29)
  // Of an error page there is nothing to grade.
  const graded = more.statusCode === undefined ? { score, grade: gradeOf(score) } : {}
  return {
    path,
    links: links.map((to) => [to, titled(to)] as const),
    ...more,
    audit: { title, h1: titled(path), ...graded, ...more.audit },
  }
}

/** @param isNew what was mended since is mended */
function site(isNew: boolean): readonly FixturePage[] {
  const menu = ['/', ...KINDS.map((kind) => `/${kind}`), '/about', '/journal', '/help']
  const products = KINDS.flatMap((kind) =>
    Array.from({ length: PRODUCTS }, (_, number) => {
      const path = `/${kind}/no-${number + 1}`
      const next = `/${kind}/no-${((number + 1) % PRODUCTS) + 1}`
      return page(path, [...menu, next], {
        level: 2,
        depth: 2,
        ...(number === 4 && !isNew ? { statusCode: 404 } : {}),
        ...(number === 2 ? { audit: { title: `${titled(`/${kind}`)} | Alder & Finch` } } : {}),
      })
    }),
  )
  return [
    page('/', menu),
    ...KINDS.map((kind) =>
      page(`/${kind}`, [
        ...menu,
        ...Array.from({ length: PRODUCTS }, (_, n) => `/${kind}/no-${n + 1}`),
      ]),
    ),
    page('/about', menu),
    page('/journal', [...menu, '/journal/on-oak']),
    page('/help', [...menu, '/returns']),
    ...products,
    page('/returns', menu, { level: 2, depth: 2, ...(isNew ? {} : { statusCode: 500 }) }),
    page('/journal/on-oak', menu, { level: 2, depth: 2 }),
    page('/lookbook-2024', menu, { level: null, depth: null }),
  ]
}

/** The same site crawled twice. */
export async function fillCrawls(db: Database): Promise<{ jobId: string; olderJobId: string }> {
  const older = await insertFixtureCrawl(db, { host: HOST, pages: site(false) })
  const newer = await insertFixtureCrawl(db, { host: HOST, pages: site(true) })
  for (const { id } of [older, newer]) await makeFigures(db, id)
  await db.query(
    {
      text: `update crawl_jobs set max_pages = 500, created_at = now() - age, started_at = now() - age,
          finished_at = now() - age + interval '94 seconds'
        from (values ($1::integer, interval '8 days'), ($2::integer, interval '3 hours')) as ages (id, age)
        where crawl_jobs.id = ages.id`,
    },
    [older.id, newer.id],
  )
  return { jobId: newer.jobId, olderJobId: older.jobId }
}
