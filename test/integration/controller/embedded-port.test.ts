import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { databaseFolder } from '../../helpers/database-folder.ts'
import { listen } from '../../helpers/listen.ts'

/** Where Linux begins with what it gives to outgoing connections. */
const FIRST_OUTGOING = 32_768

test('the database comes back to its port, and goes to another where somebody took it', async () => {
  const files = databaseFolder()
  onTestFinished(files.remove)
  const start = async (preferredPort: number | null): Promise<number> => {
    const folder = join(files.folder, 'postgres')
    const { port, stop } = await startEmbeddedPostgres({ folder, preferredPort, isThrowaway: true })
    await stop(5_000)
    return port
  }
  const port = await start(null)
  expect(port).toBeLessThan(FIRST_OUTGOING)
  expect(await start(port)).toBe(port)
  const server = createServer()
  onTestFinished(() => void server.close())
  const taken = await listen(server)
  const other = await start(taken)
  expect(other).not.toBe(taken)
  expect(other).toBeLessThan(FIRST_OUTGOING)
})
