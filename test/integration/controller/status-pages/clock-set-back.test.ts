import { expect, it, onTestFinished, vi } from 'vitest'
import { createReadStatus } from '../../../../controller/src/status-pages/shown/read-status.ts'
import { createStatusPageService } from '../../../../controller/src/status-pages/status-page-service.ts'
import { insertMonitors, insertWorkspace } from '../../../helpers/rows.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

it('the days of a page are right again within a minute after a clock that was ahead is set back', async () => {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  let at = new Date('2026-03-12T12:00:00Z')
  const now = (): Date => at
  const pages = createStatusPageService({
    db,
    now,
    publicUrl: () => 'https://monitor.example.com',
    changed: () => undefined,
  })
  const workspaceId = await insertWorkspace(db)
  const [monitorId] = await insertMonitors(db, workspaceId)
  const { rows } = await db.query<{ id: string }>(
    { text: 'select public_id as id from monitors where id = $1' },
    [monitorId],
  )
  await pages.create(workspaceId, {
    slug: 'example',
    title: 'Example',
    published: true,
    components: [{ monitorId: rows[0]?.id ?? '' }],
  })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const read = createReadStatus(db, now)
  const today = async (): Promise<string | undefined> =>
    (await read(1))?.components[0]?.days.at(-1)?.date
  expect(await today()).toBe('2026-03-12')
  at = new Date('2026-03-10T12:00:00Z')
  vi.advanceTimersByTime(61_000)
  expect(await today()).toBe('2026-03-10')
})
