import type { Notification } from 'pg'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJobs } from '../../../../controller/src/db/jobs.ts'
import { createJobNotices } from '../../../../controller/src/jobs/job-notices.ts'
import { eventually } from '../../../helpers/eventually.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
let listener: Client
let heard: Notification[]

beforeAll(async () => {
  database = await openTestDatabase()
  heard = []
  listener = new Client({ connectionString: database.url })
  await listener.connect()
  listener.on('notification', (message) => heard.push(message))
  await listener.query('listen "jobs:insert"; listen jobs_added')
})
afterAll(async () => {
  await listener.end()
  await database.close()
})

it('the database tells the lanes of the kinds whose time has come, and nobody twice', async () => {
  const { db } = database
  await db.transaction(async (tx) => {
    const diagnoses = [1, 2].map((payload) => ({ name: 'diagnose', payload }) as const)
    await addJobs(tx, [
      ...diagnoses,
      { name: 'planAlerts', payload: {}, runAtMs: Date.now() - HOUR_MS },
      { name: 'followOutage', payload: {}, runAtMs: Date.now() + HOUR_MS },
    ])
    // The same once more, of which the database must not make one.
    await addJobs(tx, diagnoses)
    await addJobs(tx, diagnoses)
    await addJobs(tx, [{ name: 'followOutage', payload: {}, runAtMs: Date.now() + HOUR_MS }])
  })
  await db.query({ text: `select graphile_worker.add_job('diagnose')` })
  await eventually(() => heard.length >= 9)
  const notices = createJobNotices((name) => (name === 'diagnose' ? 'diagnoses' : 'alerts'))
  const audiences = heard.map(notices)
  expect(audiences.filter((audience) => audience === 'all' || audience.size > 0)).toEqual([
    new Map([
      ['diagnoses', 2],
      ['alerts', 1],
    ]),
    new Map([['diagnoses', 2]]),
    new Map([['diagnoses', 2]]),
    'all',
  ])
})
