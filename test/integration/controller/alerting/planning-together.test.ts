import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertEvent } from '../../../../controller/src/alerting/outbox/alert-event.ts'
import { planTogether } from '../../../../controller/src/alerting/planning/plans-together.ts'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

const NOWHERE = 'http://127.0.0.1:1/'

let test: AlertingTest
let monitorId: number
beforeEach(async () => {
  test = await openAlertingTest()
  const contactId = await test.addContact({
    webhook: { url: NOWHERE, secret: 'a-secret' },
  })
  const monitor = await test.addMonitor({ alerts: { contactIds: [contactId], onDegraded: true } })
  monitorId = monitor.id
})
afterEach(() => test.close())

const aDegradation = (id: number): AlertEvent => ({
  kind: 'degraded',
  monitorId: id,
  outageId: null,
  atMs: test.clock.nowMs,
  sinceMs: test.clock.nowMs,
  cause: null,
  reason: null,
  regions: [],
  isDigested: false,
})

async function degrade(times: number): Promise<void> {
  for (let n = times; n > 0; n -= 1) {
    await test.announce({ kind: 'degraded', monitorId, atMs: test.clock.nowMs - n * 1_000 })
  }
}

/** Does the first job that plans, as a worker would: it has it from then on. @returns how many are left */
async function planFirst(): Promise<number> {
  const { rows } = await test.db.query<{ payload: unknown }>({
    text: `delete from graphile_worker._private_jobs where id = (
        select id from graphile_worker.jobs where task_identifier = 'planAlerts' order by id limit 1)
      returning payload`,
  })
  await JOB_TASKS.planAlerts.run(test.parts, rows[0]?.payload)
  const left = await test.db.query<{ count: number }>({
    text: `select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'planAlerts'`,
  })
  return left.rows[0]?.count ?? 0
}

it('plans that are made together read the contacts of their monitors once, those of teams when asked for', async () => {
  const ids = await Promise.all(
    ['One', 'Other', 'Of a team'].map((name) =>
      test.addContact({ ntfy: { url: NOWHERE, token: null } }, name),
    ),
  )
  const [one = '', other = '', ofTeam = ''] = ids
  const monitors = [
    await test.addMonitor({ alerts: { contactIds: [one] } }),
    await test.addMonitor({
      workspaceId: await test.addWorkspace(),
      alerts: { contactIds: [other] },
    }),
  ]
  await test.db.transaction(async (tx) => {
    const texts: string[] = []
    const heard: Queryable = {
      query(statement, values) {
        texts.push(statement.text)
        return tx.query(statement, values)
      },
    }
    const reads = (): number => texts.filter((text) => text.includes('from contacts')).length
    const events = monitors.map(({ id }) => aDegradation(id))
    const { findContacts } = await planTogether(heard, events, () => test.clock.nowMs)
    const namesOf = async (asked: readonly string[]) =>
      (await findContacts(asked)).map(({ name }) => name)
    expect([await namesOf([one]), await namesOf([other, 'ctc_gone'])]).toEqual([['One'], ['Other']])
    expect(reads()).toBe(2)
    expect(await namesOf([one, ofTeam])).toEqual(['One', 'Of a team'])
    expect(reads()).toBe(3)
  })
})

describe('events that wait in one queue', () => {
  it('are planned by the job of the first, in their order', async () => {
    await degrade(3)
    expect(await planFirst()).toBe(0)
    const kinds = (await test.alerts()).map(({ kind }) => kind)
    expect(kinds).toEqual(['degraded', 'degraded', 'degraded'])
    const { rows } = await test.db.query<{ count: number }>({
      text: `select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'deliverAlert'`,
    })
    // Of the first, which takes the others along.
    expect(rows).toEqual([{ count: 1 }])
  })

  it('are planned as one by one when they are told twice, or are of several kinds', async () => {
    const down = { kind: 'down', monitorId, outageId: 'out_nobodys' } as const
    await test.announce({ ...down, atMs: test.clock.nowMs - 2_000 })
    await test.announce({ ...down, atMs: test.clock.nowMs - 2_000 })
    await test.announce({ kind: 'flapping', monitorId, reason: 'It changes often.' })
    await test.announce({ kind: 'degraded', monitorId, atMs: test.clock.nowMs - 1_000 })
    expect(await planFirst()).toBe(0)
    const kinds = (await test.alerts()).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['degraded', 'down', 'flapping'])
  })

  it('are not held up by one that cannot be planned, which keeps its own turn', async () => {
    await degrade(1)
    await test.db.query(
      { text: `select graphile_worker.add_job('planAlerts', '{"event":1}', queue_name => $1)` },
      [`alerts ${monitorId % 32}`],
    )
    expect(await planFirst()).toBe(1)
    expect(await test.alerts()).toHaveLength(1)
  })

  it('are left to their own turn when they failed before', async () => {
    await degrade(2)
    await test.db.query({
      text: `update graphile_worker._private_jobs set attempts = 1 where id = (
        select max(id) from graphile_worker.jobs where task_identifier = 'planAlerts')`,
    })
    expect(await planFirst()).toBe(1)
  })
})
