import { onTestFinished, expect, it } from 'vitest'
import { startProgram } from '../../helpers/program.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

it('a pooler that leads to another database than the address of the database does is refused at the start', async () => {
  const [database, other] = [await openTestDatabase(), await openTestDatabase()]
  onTestFinished(async () => {
    await database.close()
    await other.close()
  })
  const start = (pooler: string) =>
    startProgram('controller/src/main.ts', [], {
      DATABASE_URL: database.url,
      SIGHTLINE_POOLER_URL: pooler,
      PORT: '0',
      SIGHTLINE_GRPC_PORT: '0',
      SIGHTLINE_DATA_DIR: temporaryFolder(),
    })
  const nameOf = (url: string): string => new URL(url).pathname.slice(1)
  const name = async (url: string) =>
    start(url).then(
      async (controller) => {
        await controller.stop()
        return 'it started'
      },
      (error: unknown) => String(error),
    )
  expect(await name(database.url)).toBe('it started')
  expect(await name(other.url)).toContain(
    `SIGHTLINE_POOLER_URL leads to the database "${nameOf(other.url)}", not "${nameOf(database.url)}": it has to lead to the one that DATABASE_URL leads to`,
  )
})
