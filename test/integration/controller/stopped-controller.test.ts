import { onTestFinished, expect, it } from 'vitest'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readControllers } from '../../../controller/src/db/drains.ts'
import { readInstallationStatus } from '../../../controller/src/db/installation-status.ts'
import type { ControllerReady } from '../../../controller/src/supervisor/ready-message.ts'
import { startProgram } from '../../helpers/program.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

it('a controller that was stopped counts as none that works, or could take over, from then on', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    DATABASE_URL: database.url,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_DATA_DIR: temporaryFolder(),
  })
  const look = async () => {
    const [first] = await readControllers(database.db, AGENT_LOST_AFTER_MS)
    const { controllersLive } = await readInstallationStatus(database.db, AGENT_LOST_AFTER_MS)
    return { isDrained: first?.drainedAt !== null && first?.drainingAt !== null, controllersLive }
  }
  expect(await look()).toEqual({ isDrained: false, controllersLive: 1 })
  await controller.stop()
  expect(await look()).toEqual({ isDrained: true, controllersLive: 0 })
})
