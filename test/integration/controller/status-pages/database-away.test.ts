import { createLogger } from '@sightline/shared/logger'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../../../controller/src/db/pool.ts'
import { createDirectory } from '../../../../controller/src/status-pages/directory.ts'
import { createKeptPages } from '../../../../controller/src/status-pages/kept-pages.ts'
import { createReadStatus } from '../../../../controller/src/status-pages/shown/read-status.ts'
import { createStatusPageService } from '../../../../controller/src/status-pages/status-page-service.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'
import { openWayToDatabase } from '../../../helpers/way-to-database.ts'

it('a status page is shown while the database is away, and as it is when it is back', async () => {
  const { db: beside, url, close } = await openTestDatabase()
  onTestFinished(close)
  const way = await openWayToDatabase(url)
  const log = createLogger('test', 'silent')
  const db = openDatabase(way.url, log)
  onTestFinished(() => db.close())
  const now = (): Date => new Date('2026-03-10T12:00:00.000Z')
  const pages = createStatusPageService({
    db: beside,
    now,
    publicUrl: () => 'https://monitor.example.com',
    changed: () => undefined,
  })
  const workspaceId = await insertWorkspace(beside)
  const fields = { slug: 'example', title: 'Before', published: true }
  const { id } = await pages.create(workspaceId, fields)

  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const directory = createDirectory(db, log)
  const kept = createKeptPages(createReadStatus(db, now), log)
  const read = async (): Promise<string | undefined> => {
    const entry = await directory.find('example')
    const page = entry === null ? null : await kept.get(entry.id)
    return page?.status.title
  }
  expect(await read()).toBe('Before')

  way.cut()
  await pages.change(workspaceId, id, { title: 'After' })
  vi.advanceTimersByTime(60_000)
  expect(await Promise.all(Array.from({ length: 50 }, read))).toEqual(
    Array.from({ length: 50 }, () => 'Before'),
  )

  await way.mend()
  vi.advanceTimersByTime(60_000)
  expect(await read()).toBe('After')
})
