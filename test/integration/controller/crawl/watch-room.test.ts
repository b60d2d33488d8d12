import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CrawlWatch } from '../../../../controller/src/crawl/read/watch.ts'
import { createCrawlWatch } from '../../../../controller/src/crawl/read/watch.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

/** As many as one workspace may have, and as many workspaces as then fill a controller. */
const OF_ONE = 20
const FULL = 25

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A workspace with a crawl that runs, and what its followers were told, each its own list. */
async function follower(watch: CrawlWatch) {
  const workspaceId = await insertWorkspace(database.db)
  const crawl = { workspaceId, status: 'running', pages: [{ path: '/' }] } as const
  const { jobId } = await insertFixtureCrawl(database.db, crawl)
  const follow = async () => {
    const told: string[] = []
    const leave = await watch.follow({ workspaceId, keyId: 0 }, jobId, {
      changed: ({ status }) => told.push(status),
      over: (header) => told.push(header === null ? 'ended' : header.status),
    })
    return { told, leave }
  }
  return { follow }
}

test('a follower that gives way where all places are taken is told that nothing more comes, and may come again', async () => {
  const watch = createCrawlWatch(database.db, createLogger('test', 'fatal'))
  onTestFinished(() => watch.stop())
  const full = await Promise.all(Array.from({ length: FULL }, () => follower(watch)))
  const all: Awaited<ReturnType<(typeof full)[number]['follow']>>[] = []
  for (const { follow } of full) {
    for (let index = 0; index < OF_ONE; index += 1) all.push(await follow())
  }
  expect(all.filter(({ told }) => told.join() !== 'running')).toEqual([])

  const [first, second] = full
  await expect(first?.follow()).rejects.toThrow('close one first')
  const newcomer = await (await follower(watch)).follow()
  expect(newcomer.told).toEqual(['running'])
  const displaced = all.filter(({ told }) => told.length > 1)
  // The oldest of those who have most, without a last word on its crawl: that goes on.
  expect(displaced).toEqual([all[0]])
  expect(displaced[0]?.told).toEqual(['running', 'ended'])

  // It has fewer than the others now: but not by so much that one of theirs gives way.
  await expect(first?.follow()).rejects.toThrow('Too many crawls are being followed')
  newcomer.leave()
  const again = await first?.follow()
  expect(again?.told).toEqual(['running'])
  await expect(second?.follow()).rejects.toThrow('close one first')
})
