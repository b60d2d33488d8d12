import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readVoters } from '../../../controller/src/votes/voters.ts'
import { insertVoters } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await insertVoters(database.db, ['eu-west', 'us-east'])
})
afterAll(() => database.close())
beforeEach(() => database.db.query({ text: 'delete from controllers' }))

/** @param secondsAgo when the agent was last heard, by region */
async function heard(secondsAgo: Readonly<Record<string, number>>): Promise<void> {
  for (const [region, seconds] of Object.entries(secondsAgo)) {
    await database.db.query(
      {
        text: `update agents set last_seen_at = now() - $2 * interval '1 s' where region = $1`,
      },
      [region, seconds],
    )
  }
}

async function aController(startedSecondsAgo: number, seenSecondsAgo: number): Promise<void> {
  await database.db.query(
    {
      text: `insert into controllers (id, hostname, started_at, last_seen_at)
        values (gen_random_uuid()::text, 'test', now() - $1 * interval '1 s', now() - $2 * interval '1 s')`,
    },
    [startedSecondsAgo, seenSecondsAgo],
  )
}

const voters = async () => [...(await readVoters(database.db)).keys()]

it('an agent that fell silent has no vote while a controller listens', async () => {
  await heard({ 'eu-west': 1, 'us-east': 16 })
  expect(await voters()).toEqual(['eu-west'])
  await aController(3_600, 0)
  expect(await voters()).toEqual(['eu-west'])
})

it('agents keep their vote over a time in which no controller could note that they live', async () => {
  await aController(3_600, 60)
  await heard({ 'eu-west': 61, 'us-east': 80 })
  expect(await voters()).toEqual(['eu-west'])
})

it('agents have the time to come back to a controller that was started', async () => {
  await aController(3_600, 60)
  await aController(5, 0)
  await heard({ 'eu-west': 61, 'us-east': 1 })
  expect(await voters()).toEqual(['eu-west', 'us-east'])
  await database.db.query({
    text: `update controllers set started_at = started_at - interval '20 s'`,
  })
  expect(await voters()).toEqual(['us-east'])
})

it('another controller that listened all the time is believed', async () => {
  await aController(3_600, 1)
  await aController(5, 0)
  await heard({ 'eu-west': 30, 'us-east': 1 })
  expect(await voters()).toEqual(['us-east'])
})
