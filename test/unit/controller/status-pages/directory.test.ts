import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import type { Database } from '../../../../controller/src/db/pool.ts'
import type { PublishedPageRow } from '../../../../controller/src/db/status-page-reads.ts'
import { createDirectory } from '../../../../controller/src/status-pages/directory.ts'

const PAGE: PublishedPageRow = {
  id: 1,
  workspaceId: 1,
  slug: 'example',
  host: null,
  title: 'Example',
  listed: true,
  updatedAt: new Date('2026-03-10T12:00:00Z'),
}

test('what was being read while a page changed is shown to nobody', async () => {
  const before = Promise.withResolvers<readonly PublishedPageRow[]>()
  const answers = [before.promise, Promise.resolve([])]
  const query = async () => ({ rows: (await answers.shift()) ?? [] })
  const directory = createDirectory(
    { query } as unknown as Database,
    createLogger('test', 'silent'),
  )
  const first = directory.find('example')
  directory.forget()
  expect(await directory.find('example')).toBeNull()
  before.resolve([PAGE])
  expect(await first).toBeNull()
  expect(await directory.find('example')).toBeNull()
})

test('whoever asked before a page was published finds it, should that be read first', async () => {
  const before = Promise.withResolvers<readonly PublishedPageRow[]>()
  const answers = [before.promise, Promise.resolve([PAGE])]
  const query = async () => ({ rows: (await answers.shift()) ?? [] })
  const directory = createDirectory(
    { query } as unknown as Database,
    createLogger('test', 'silent'),
  )
  const first = directory.find('example')
  directory.forget()
  before.resolve([])
  expect(await first).toBe(PAGE)
})
