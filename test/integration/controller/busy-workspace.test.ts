import { createLogger } from '@sightline/shared/logger'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { lockWorkspace } from '../../../controller/src/db/workspaces.ts'
import { insertWorkspace } from '../../helpers/rows.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

it('whoever waits for a long change of a workspace keeps no connection from others meanwhile', async () => {
  const { db, url, close } = await openTestDatabase()
  onTestFinished(close)
  const workspaceId = await insertWorkspace(db)
  const requests = openDatabase(url, createLogger('test', 'silent'), { max: 2 })
  onTestFinished(() => requests.close())
  const changed: number[] = []
  const changing = await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const waiting = Array.from({ length: 5 }, (_, n) =>
      requests.transaction(async (own) => {
        await lockWorkspace(own, workspaceId)
        changed.push(n)
      }),
    )
    // Each would wait behind them for as long as this is not over.
    for (let n = 0; n < 5; n += 1) await requests.query({ text: 'select 1' })
    expect(changed).toEqual([])
    return { waiting }
  })
  await Promise.all(changing.waiting)
  expect(new Set(changed)).toEqual(new Set([0, 1, 2, 3, 4]))
})
