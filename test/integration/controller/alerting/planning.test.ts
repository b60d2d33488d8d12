import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAlertPlanning } from '../../../helpers/alert-planning.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

const { planned, plan, passSending, sendAll } = createAlertPlanning(() => test)

describe('who is told of an outage', () => {
  it('is the owner of the workspace when nobody is named, or nobody of those is left', async () => {
    const monitor = await test.addMonitor({
      alerts: { memberIds: ['psn_gone'], contactIds: ['ctc_gone'], teamIds: ['team_gone'] },
    })
    await test.goDown(monitor)
    await plan()
    expect(await planned()).toEqual(['down email owner queued'])
  })

  it('is every owner who has an address where nobody who is named has one', async () => {
    const nobody = await test.addMember(null)
    const other = await test.addMember('olaf@example.com')
    await test.db.query(
      {
        text: `update memberships set role = 'owner'
        where person_id = (select id from people where public_id = $1)`,
      },
      [other],
    )
    const teamIds = [await test.addTeam({ memberIds: [nobody] })]
    for (const alerts of [{ memberIds: [nobody] }, { teamIds }]) {
      await test.goDown(await test.addMonitor({ alerts }))
    }
    await plan()
    await test.run(['deliverAlert'])
    const told = (await test.alerts()).map(({ recipient, error }) => [recipient.id, error])
    expect(told).toHaveLength(6)
    expect(new Set(told.map(([id]) => id))).toEqual(new Set([nobody, other, test.ownerId]))
    // It goes on showing why who was named is not told.
    const reasons = told.flatMap(([id, error]) => (id === nobody ? [error] : []))
    for (const reason of reasons) expect(reason).toMatch(/no e-mail address yet/)
  })

  it('is nobody but them where one who is named has an address', async () => {
    const nobody = await test.addMember(null)
    const somebody = await test.addMember('mia@example.com')
    await test.goDown(await test.addMonitor({ alerts: { memberIds: [nobody, somebody] } }))
    await plan()
    expect(await planned()).toEqual(['down email Mia queued', 'down email Mia queued'])
  })

  it('shows why nobody is told where nobody has an address', async () => {
    await test.db.query({ text: 'update people set email = null' })
    const nobody = await test.addMember(null)
    await test.goDown(await test.addMonitor({ alerts: { memberIds: [nobody] } }))
    await test.goDown(await test.addMonitor({ alerts: {} }))
    await plan()
    await test.run(['deliverAlert'])
    const told = await test.alerts()
    expect(told.map(({ recipient }) => recipient.id).toSorted()).toEqual(
      [nobody, test.ownerId].toSorted(),
    )
    for (const { state, error } of told) {
      expect(state).toBe('failed')
      expect(error).toMatch(/no e-mail address yet/)
    }
  })

  it('is each member and contact once, on every channel, in however many teams they are', async () => {
    const memberId = await test.addMember('mia@example.com')
    const contact = { email: { email: 'on@example.com' }, slack: { url: 'https://slack.example' } }
    const contactId = await test.addContact(contact, 'On call')
    const teamIds = [
      await test.addTeam({ memberIds: [memberId, test.ownerId] }),
      await test.addTeam({ memberIds: [memberId], contactIds: [contactId] }),
    ]
    const monitor = await test.addMonitor({ alerts: { memberIds: [memberId], teamIds } })
    await test.goDown(monitor)
    await plan()
    expect((await planned()).toSorted()).toEqual([
      'down email Mia queued',
      'down email On call queued',
      'down email owner queued',
      'down slack On call queued',
    ])
  })

  it('is nobody of another workspace', async () => {
    const contactId = await test.addContact({ email: { email: 'on@example.com' } }, 'Stranger')
    await test.db.query({
      text: `insert into workspaces (public_id, name) values ('wsp_2', 'Two')`,
    })
    await test.db.query({
      text: `update contacts set workspace_id = (select id from workspaces where public_id = 'wsp_2')`,
    })
    await test.goDown(await test.addMonitor({ alerts: { contactIds: [contactId] } }))
    await plan()
    expect(await planned()).toEqual(['down email owner queued'])
  })

  it('is told what, since when, why and from where, with a link', async () => {
    const monitor = await test.addMonitor({ name: 'Shop' })
    const outageId = await test.goDown(monitor, { sinceMs: test.clock.nowMs - 65_000 })
    await plan()
    const [alert] = await test.alerts()
    expect(alert).toMatchObject({
      monitorId: monitor.publicId,
      monitorName: 'Shop',
      attempts: 0,
      error: null,
      title: 'Shop is down',
    })
    expect(alert?.text.split('\n')).toEqual([
      'Shop has been down for 1 minute 5 seconds.',
      '',
      'Monitor: Shop (http://127.0.0.1/1)',
      'Down since: 2026-03-10 11:58:55 UTC (1 minute 5 seconds ago)',
      'Why: The connection is refused.',
      'Seen from: Western Europe (eu-west), US East (us-east)',
      '',
      `Open the outage: https://monitor.example.com/outages/${outageId}`,
    ])
  })

  it('stays the same when the job runs again', async () => {
    const monitor = await test.addMonitor()
    const outageId = await test.goDown(monitor)
    await plan()
    await test.announce({ kind: 'down', monitorId: monitor.id, outageId })
    await test.announce({ kind: 'down', monitorId: monitor.id, outageId })
    await plan()
    expect(await planned()).toEqual(['down email owner queued'])
    const { rows } = await test.db.query<{ count: number }>({
      text: `select count(*) as count from graphile_worker.jobs where task_identifier = 'deliverAlert'`,
    })
    expect(rows[0]?.count).toBe(1)
  })

  it('is nobody when the monitor was deleted meanwhile', async () => {
    const monitor = await test.addMonitor()
    await test.goDown(monitor)
    await test.db.query({ text: 'delete from monitors' })
    await plan()
    expect(await planned()).toEqual([])
  })
})

describe('what is not sent', () => {
  it('is what the settings do not ask for', async () => {
    const monitor = await test.addMonitor({ alerts: { onDown: false } })
    const outageId = await test.goDown(monitor)
    await test.announce({ kind: 'degraded', monitorId: monitor.id })
    await plan()
    await test.comeUp(monitor, outageId)
    await plan()
    expect((await planned()).toSorted()).toEqual([
      'degraded email owner suppressed preference',
      'down email owner suppressed preference',
      'up email owner suppressed preference',
    ])
  })

  it('is what happens in maintenance', async () => {
    const monitor = await test.addMonitor()
    await test.setState(monitor, { in_maintenance: true })
    await test.goDown(monitor)
    await plan()
    expect(await planned()).toEqual(['down email owner suppressed maintenance'])
  })

  it('is what is over before the delay is, and then its recovery neither', async () => {
    const monitor = await test.addMonitor({ alerts: { delayMinutes: 5 } })
    const outageId = await test.goDown(monitor)
    await passSending(4)
    expect(await planned()).toEqual([])
    await test.comeUp(monitor, outageId)
    await passSending(2)
    expect(await planned()).toEqual(['down email owner suppressed recovered'])
  })

  it('is sent after the delay when it lasts', async () => {
    const monitor = await test.addMonitor({ alerts: { delayMinutes: 5 } })
    const outageId = await test.goDown(monitor)
    await passSending(5)
    expect(await planned()).toEqual(['down email owner sent'])
    await test.comeUp(monitor, outageId)
    await plan()
    expect(await planned()).toEqual(['down email owner sent', 'up email owner queued'])
  })
})

describe('a recovery', () => {
  it('goes to those who were told, or are being told, and says how long it was down', async () => {
    const late = await test.addMember('late@example.com')
    const monitor = await test.addMonitor()
    const outageId = await test.goDown(monitor)
    await plan()
    await test.db.query(
      {
        text: `update monitors set alerts = jsonb_build_object('memberIds', jsonb_build_array($1::text))`,
      },
      [late],
    )
    test.clock.nowMs += 125_000
    await test.comeUp(monitor, outageId)
    await plan()
    expect(await planned()).toEqual(['down email owner queued', 'up email owner queued'])
    const up = (await test.alerts())[1]
    expect(up?.title).toBe('Home page is up again')
    expect(up?.text).toContain('up again after 2 minutes 5 seconds of downtime')
    expect(up?.text).toContain('Why it was down: The connection is refused.')
  })

  it('is not told when the settings do not ask for it, nor to whom the outage could not be told', async () => {
    const monitor = await test.addMonitor({ alerts: { onRecovery: false } })
    const outageId = await test.goDown(monitor)
    await plan()
    await test.comeUp(monitor, outageId)
    await plan()
    expect(await planned()).toContain('up email owner suppressed preference')
    const other = await test.addMonitor()
    const failed = await test.goDown(other)
    await plan()
    await test.db.query({ text: `update alerts set state = 'failed' where outage_id = $1` }, [
      failed,
    ])
    await test.comeUp(other, failed)
    await plan()
    expect((await planned()).filter((line) => line.startsWith('up'))).toHaveLength(1)
  })
})

describe('an outage that is planned after its end', () => {
  /** Plans what happened last first, as when the first plan of an outage met a fault and waits. */
  async function planBackwards(): Promise<void> {
    await test.db.query({
      text: `update graphile_worker._private_jobs set run_at = run_at - id * interval '1 second'`,
    })
    await plan()
  }

  it('is told together with its recovery', async () => {
    const monitor = await test.addMonitor()
    const outageId = await test.goDown(monitor)
    test.clock.nowMs += 60_000
    await test.comeUp(monitor, outageId)
    await planBackwards()
    expect(await planned()).toEqual(['down email owner queued', 'up email owner queued'])
    expect((await test.alerts())[1]?.text).toContain('up again after 1 minute of downtime')
  })

  it('is not told when nobody would be told of its end', async () => {
    const monitor = await test.addMonitor()
    await test.endQuietly(monitor, await test.goDown(monitor), 'paused')
    await plan()
    expect(await planned()).toEqual(['down email owner suppressed recovered'])
  })
})

describe('an outage that ends without a recovery', () => {
  const KEY = { pagerduty: { routingKey: 'R0UT1NGK3Y0000000000000000000000' } }

  it.each([
    ['paused', 'The monitor was paused.'],
    ['maintenance', 'Maintenance began.'],
    ['unknown', 'Nobody could check it any more.'],
  ] as const)('(%s) closes incidents at once, and is told to nobody', async (status, why) => {
    const contactId = await test.addContact(
      { ...KEY, email: { email: 'on@example.com' } },
      'On call',
    )
    const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
    const outageId = await test.goDown(monitor)
    await plan()
    await sendAll()
    test.clock.nowMs += 60_000
    await test.endQuietly(monitor, outageId, status)
    await plan()
    expect(await planned()).toEqual([
      'down email On call sent',
      'down pagerduty On call sent',
      'up pagerduty On call queued',
    ])
    const closed = (await test.alerts())[2]
    expect(closed?.title).toBe('The outage of Home page is closed')
    expect(closed?.text).toContain(`${why} Whether Home page is up again is not known.`)
  })

  it('closes nothing for those who want no recoveries, or were not told', async () => {
    const contactId = await test.addContact(KEY, 'On call')
    const alerts = { contactIds: [contactId] }
    const unwanted = await test.addMonitor({ alerts: { ...alerts, onRecovery: false } })
    const outageId = await test.goDown(unwanted)
    await plan()
    await sendAll()
    await test.endQuietly(unwanted, outageId, 'paused')
    const late = await test.addMonitor({ alerts: { ...alerts, delayMinutes: 5 } })
    await test.endQuietly(late, await test.goDown(late), 'paused')
    await passSending(10)
    expect(await planned()).toEqual([
      'down pagerduty On call sent',
      'down pagerduty On call suppressed recovered',
    ])
  })
})
