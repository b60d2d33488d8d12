import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { neededCapability } from '@sightline/shared/needed-capability'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAssignable } from '../../../controller/src/db/assignments.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
let monitorId: number

beforeAll(async () => {
  database = await openTestDatabase()
  const workspaceId = await insertWorkspace(database.db)
  monitorId = (await insertMonitors(database.db, workspaceId))[0] ?? 0
})
afterAll(() => database.close())

const SETTINGS = [
  {},
  { render: null },
  { render: {} },
  { render: { enabled: null } },
  { render: { enabled: 'true' } },
  { render: { enabled: false } },
  { render: { enabled: true } },
]

test.for(MONITOR_TYPES.flatMap((type) => SETTINGS.map((settings) => ({ type, settings }))))(
  'is stored as it is decided for %j, however it was stored',
  async ({ type, settings }) => {
    await database.db.query(
      { text: 'update monitors set type = $2, settings = $3::jsonb where id = $1' },
      [monitorId, type, JSON.stringify(settings)],
    )
    const [stored] = await readAssignable(database.db, [monitorId])
    expect(stored?.needs).toBe(neededCapability({ type, settings }))
  },
)
