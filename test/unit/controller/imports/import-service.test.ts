import { expect, it } from 'vitest'
import { createImportService } from '../../../../controller/src/imports/import-service.ts'
import type { ImportContext } from '../../../../controller/src/imports/import-context.ts'
import type { Actor } from '../../../../controller/src/monitors/monitor-context.ts'

const actorOf = (workspaceId: number) => ({ workspaceId }) as Actor
const order = { format: 'auto', isDryRun: true } as const

it('lets whoever sends a file slowly keep nobody else from importing', async () => {
  // A file that cannot be read needs nothing of the context.
  const service = createImportService({} as ImportContext)
  const sent = Promise.withResolvers<void>()
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('url\n')
    await sent.promise
    throw new Error('the connection is gone')
  }
  const slow = Array.from({ length: 20 }, (_, index) =>
    service.run(actorOf(index), slowly(), order),
  )
  async function* atOnce(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"nothing": "that is known"}')
  }
  await expect(service.run(actorOf(100), atOnce(), order)).rejects.toMatchObject({
    code: 'badRequest',
  })
  sent.resolve()
  const ends = await Promise.allSettled(slow)
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
})
