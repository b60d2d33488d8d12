import { createLogger } from '@sightline/shared/logger'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createKeepFigures } from '../../../../controller/src/crawl/keep-figures.ts'
import type { FigurelessCrawl } from '../../../../controller/src/db/crawl-figures.ts'
import { releaseFigures, takeFigurelessCrawl } from '../../../../controller/src/db/crawl-figures.ts'
import { noteFigures } from '../../../../controller/src/db/crawl-site.ts'
import { createTroubleLog } from '../../../../controller/src/process/trouble-log.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

const DUE = { goneAfterMs: 15_000, everyMs: 3_000, share: 0.25, except: [] }

let database: TestDatabase
let one: number
let other: number

beforeAll(async () => {
  database = await openTestDatabase()
  one = await insertWorkspace(database.db)
  other = await insertWorkspace(database.db)
})
afterEach(() => database.db.query({ text: 'delete from crawl_jobs' }, []))
afterAll(() => database.close())

/** A crawl that is read through; @returns its id */
async function readThrough(workspaceId: number): Promise<number> {
  const crawl = { workspaceId, status: 'running', graphed: 0, pages: [{ path: '/' }] } as const
  const { id } = await insertFixtureCrawl(database.db, crawl)
  await database.db.query({ text: `update crawl_jobs set phase = 'figures' where id = $1` }, [id])
  return id
}

async function live(controllerId: string, seenAgo = '0 s'): Promise<void> {
  await database.db.query(
    {
      text: `insert into controllers (id, hostname, started_at, last_seen_at)
        values ($1, 'test', now(), now() - $2::interval)
        on conflict (id) do update set last_seen_at = excluded.last_seen_at`,
    },
    [controllerId, seenAgo],
  )
}

const take = (controllerId: string, except: number[] = []): Promise<FigurelessCrawl | null> =>
  takeFigurelessCrawl(database.db, controllerId, { ...DUE, except })

/** Makes figures of what is taken, as one controller. */
function keeper(makeFigures: (jobId: number) => Promise<void>): () => Promise<boolean> {
  const log = createLogger('test', 'fatal')
  return createKeepFigures({
    db: database.db,
    controllerId: 'one',
    goneAfterMs: DUE.goneAfterMs,
    makeFigures,
    trouble: createTroubleLog(log, { met: '', over: '' }),
    now: Date.now,
    log,
  })
}

const statusesOf = async (ids: readonly number[]): Promise<string[]> => {
  const { rows } = await database.db.query<{ status: string }>(
    { text: 'select status from crawl_jobs where id = any($1::integer[]) order by id' },
    [[...ids]],
  )
  return rows.map(({ status }) => status)
}

test('many crawls of one workspace keep no other’s from ending', async () => {
  const many = [await readThrough(one), await readThrough(one), await readThrough(one)]
  const first = await readThrough(other)
  const made: number[] = []
  const keep = keeper(async (jobId) => {
    made.push(jobId)
    await noteFigures(database.db, jobId, 1)
  })
  while (await keep());
  expect(made).toEqual([many[0], first, many[1], many[2]])
  expect(await statusesOf([...many, first])).toEqual(Array<string>(4).fill('done'))
})

test('two controllers make the figures of no crawl both, and one takes over from another that is gone', async () => {
  await live('one')
  await live('two')
  const [first, second] = [await readThrough(one), await readThrough(one)]
  expect(await take('one')).toEqual({ id: first, isDone: true })
  expect(await take('two')).toEqual({ id: second, isDone: true })
  expect(await take('two', [second])).toBeNull()
  await live('one', '20 s')
  expect(await take('two', [second])).toEqual({ id: first, isDone: true })
  await releaseFigures(database.db, second, 'two')
  expect(await take('one')).toEqual({ id: second, isDone: true })
})

test('a controller that began anew goes on with what it had taken', async () => {
  await live('one')
  const id = await readThrough(one)
  expect(await take('one')).toMatchObject({ id })
  expect(await take('one')).toMatchObject({ id })
})

test('a crawl whose figures fail lets the others pass, and ends without them at last', async () => {
  const failing = await readThrough(one)
  const others = [await readThrough(one), await readThrough(other)]
  const tried: number[] = []
  const keep = keeper(async (jobId) => {
    tried.push(jobId)
    if (jobId === failing) throw new Error('they take too long')
    await noteFigures(database.db, jobId, 1)
  })
  while (await keep());
  expect(tried).toEqual([failing, ...others])
  expect(await statusesOf(others)).toEqual(['done', 'done'])
  expect(await statusesOf([failing])).toEqual(['running'])
  for (let round = 2; round <= 5; round += 1) while (await keep());
  expect(tried.filter((jobId) => jobId === failing)).toHaveLength(5)
  expect(await statusesOf([failing])).toEqual(['done'])
})
