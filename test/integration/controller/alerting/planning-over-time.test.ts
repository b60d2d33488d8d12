import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchCertificates } from '../../../../controller/src/alerting/watch/watch-certificates.ts'
import { createAlertPlanning } from '../../../helpers/alert-planning.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

const { planned, plan, review, passSending, sendAll } = createAlertPlanning(() => test)

describe('an outage behind another monitor', () => {
  it('is held back while that one is down, over any number of steps, and told when it outlasts it', async () => {
    const root = await test.addMonitor()
    const middle = await test.addMonitor({ dependsOn: [root.publicId] })
    const leaf = await test.addMonitor({ dependsOn: [middle.publicId], name: 'Leaf' })
    await test.setState(root, { status: 'down' })
    await test.goDown(leaf)
    await plan()
    expect(await planned()).toEqual(['down email owner suppressed dependency'])
    expect((await test.alerts())[0]?.dependencyId).toBe(root.publicId)

    const at = new Date(test.clock.nowMs)
    await test.setState(root, { status: 'up', status_since: at })
    test.clock.nowMs += 120_000
    await review()
    expect(await planned()).toEqual(['down email owner suppressed dependency'])
    test.clock.nowMs += 60_000
    await review()
    expect(await planned()).toEqual(['down email owner queued'])
    await review()
    expect(await planned()).toEqual(['down email owner queued'])
  })

  it('stays held back when another of those is down by then, or has none left to wait for', async () => {
    const first = await test.addMonitor()
    const second = await test.addMonitor()
    const child = await test.addMonitor({ dependsOn: [first.publicId, second.publicId] })
    await test.setState(first, { status: 'down' })
    await test.goDown(child)
    await plan()
    const at = new Date(test.clock.nowMs)
    await test.setState(first, { status: 'up', status_since: at })
    await test.setState(second, { status: 'down', status_since: at })
    test.clock.nowMs += 180_000
    await review()
    expect(await planned()).toEqual(['down email owner suppressed dependency'])
    expect((await test.alerts())[0]?.dependencyId).toBe(second.publicId)
    await test.db.query({ text: 'delete from monitors where id = $1' }, [second.id])
    await review()
    expect(await planned()).toEqual(['down email owner queued'])
  })

  it('waits while that one is being confirmed, and no longer than its time limit allows', async () => {
    const parent = await test.addMonitor()
    const child = await test.addMonitor({ dependsOn: [parent.publicId] })
    await test.setState(parent, { decision: { round: {} } })
    await test.goDown(child)
    await plan()
    expect(await planned()).toEqual([])
    test.clock.nowMs += 4_000
    await plan()
    expect(await planned()).toEqual([])
    await test.setState(parent, { decision: {}, status: 'down' })
    test.clock.nowMs += 2_000
    await plan()
    expect(await planned()).toEqual(['down email owner suppressed dependency'])

    const other = await test.addMonitor({ dependsOn: [(await test.addMonitor()).publicId] })
    await test.db.query(
      {
        text: `update monitor_states set decision = '{"round": 1}' where monitor_id = (
            select p.id from monitors m join monitors p on p.public_id = any(m.depends_on) where m.id = $1)`,
      },
      [other.id],
    )
    await test.goDown(other)
    for (let second = 0; second <= 22; second += 2) {
      await plan()
      test.clock.nowMs += 2_000
    }
    expect((await planned())[1]).toBe('down email owner queued')
  })

  it('keeps the recovery back as well', async () => {
    const parent = await test.addMonitor()
    const child = await test.addMonitor({ dependsOn: [parent.publicId] })
    await test.setState(parent, { status: 'down' })
    const outageId = await test.goDown(child)
    await plan()
    await test.comeUp(child, outageId)
    await plan()
    expect((await planned())[1]).toBe('up email owner suppressed dependency')
  })
})

/** When the outage is looked at next, minutes from now. */
async function followedInMinutes(): Promise<number> {
  const { rows } = await test.db.query<{ atMs: number }>({
    text: `select extract(epoch from run_at)::float8 * 1000 as "atMs" from graphile_worker.jobs
      where task_identifier = 'followOutage'`,
  })
  expect(rows).toHaveLength(1)
  return ((rows[0]?.atMs ?? 0) - test.clock.nowMs) / 60_000
}

describe('an outage that lasts', () => {
  it('is not looked at before something can be due', async () => {
    await test.goDown(await test.addMonitor())
    await plan()
    expect(await followedInMinutes()).toBe(30)
  })

  it('is looked at for the first step of an escalation, and after a minute where it is repeated', async () => {
    const step = { afterMinutes: 10, memberIds: [test.ownerId], contactIds: [] }
    const team = await test.addTeam({ escalation: [{ ...step, afterMinutes: 20 }, step] })
    const monitor = await test.addMonitor({ alerts: { teamIds: [team] } })
    await test.goDown(monitor)
    await plan()
    expect(await followedInMinutes()).toBe(10)
    await test.db.query({ text: 'truncate graphile_worker._private_jobs' })
    await test.goDown(await test.addMonitor({ alerts: { repeatMinutes: 60 } }))
    await plan()
    expect(await followedInMinutes()).toBe(1)
  })

  it('is told to the next people of a team, each once, as long as it is open', async () => {
    const first = await test.addContact({ email: { email: 'first@example.com' } }, 'First')
    const second = await test.addContact({ email: { email: 'second@example.com' } }, 'Second')
    const third = await test.addContact({ email: { email: 'third@example.com' } }, 'Third')
    const step = (afterMinutes: number, contactIds: string[]) => ({
      afterMinutes,
      memberIds: [],
      contactIds,
    })
    const team = await test.addTeam({
      contactIds: [first],
      escalation: [step(10, [first, second]), step(30, [third])],
    })
    const monitor = await test.addMonitor({ alerts: { teamIds: [team] } })
    const outageId = await test.goDown(monitor)
    await passSending(9)
    expect(await planned()).toEqual(['down email First sent'])
    await passSending(1)
    expect(await planned()).toEqual(['down email First sent', 'down email Second sent'])
    await passSending(15)
    await test.comeUp(monitor, outageId)
    await passSending(30)
    expect(await planned()).toEqual([
      'down email First sent',
      'down email Second sent',
      'up email First sent',
      'up email Second sent',
    ])
  })

  it('is repeated at the interval asked for, but not behind alerts that are still being tried', async () => {
    const monitor = await test.addMonitor({ alerts: { repeatMinutes: 10 } })
    const outageId = await test.goDown(monitor)
    await passSending(25)
    expect(await planned()).toEqual([
      'down email owner sent',
      'stillDown email owner sent',
      'stillDown email owner sent',
    ])
    expect((await test.alerts())[2]?.title).toBe('Home page is still down')
    test.clock.nowMs += 6 * 60_000
    await plan()
    expect((await planned())[3]).toBe('stillDown email owner queued')
    test.clock.nowMs += 60 * 60_000
    await plan()
    expect(await planned()).toHaveLength(4)
    await sendAll()
    await test.comeUp(monitor, outageId)
    await passSending(30)
    expect((await planned()).slice(4)).toEqual(['up email owner sent'])
  })
})

describe('an outage that somebody has taken in hand', () => {
  it('is neither repeated nor escalated any more, and its end is told', async () => {
    const later = await test.addContact({ email: { email: 'later@example.com' } }, 'Later')
    const step = { afterMinutes: 20, memberIds: [], contactIds: [later] }
    const team = await test.addTeam({ memberIds: [test.ownerId], escalation: [step] })
    const monitor = await test.addMonitor({ alerts: { teamIds: [team], repeatMinutes: 10 } })
    const outageId = await test.goDown(monitor)
    await passSending(12)
    expect(await planned()).toEqual(['down email owner sent', 'stillDown email owner sent'])
    await test.db.query(
      {
        text: `update outages set acknowledged_at = now(), acknowledged_by = $2, acknowledged_by_name = 'Ada'
          where public_id = $1`,
      },
      [outageId, test.ownerId],
    )
    await passSending(60)
    expect(await planned()).toHaveLength(2)
    await test.comeUp(monitor, outageId)
    await passSending(2)
    expect((await planned()).slice(2)).toEqual(['up email owner sent'])
  })
})

describe('an outage that is muted for a time', () => {
  it('is told again when the time is over, once for all that was due', async () => {
    const monitor = await test.addMonitor({
      alerts: { memberIds: [test.ownerId], repeatMinutes: 10 },
    })
    const outageId = await test.goDown(monitor)
    await passSending(12)
    expect(await planned()).toEqual(['down email owner sent', 'stillDown email owner sent'])
    const until = new Date(test.clock.nowMs + 35 * 60_000)
    await test.db.query({ text: 'update outages set muted_until = $2 where public_id = $1' }, [
      outageId,
      until,
    ])
    await passSending(34)
    expect(await planned()).toHaveLength(2)
    await passSending(3)
    expect(await planned()).toHaveLength(3)
    await test.comeUp(monitor, outageId)
    await passSending(2)
    expect((await planned()).slice(3)).toEqual(['up email owner sent'])
  })
})

describe('what was found out after the confirmation', () => {
  it('is what repetitions and later people are told', async () => {
    const later = await test.addContact({ email: { email: 'later@example.com' } }, 'Later')
    const step = { afterMinutes: 10, memberIds: [], contactIds: [later] }
    const team = await test.addTeam({ memberIds: [test.ownerId], escalation: [step] })
    const monitor = await test.addMonitor({ alerts: { teamIds: [team], repeatMinutes: 10 } })
    const outageId = await test.goDown(monitor)
    await passSending(1)
    await test.db.query(
      {
        text: `update outages set cause = 'singleAddressDown', summary = 'Only 192.0.66.1 fails.'
          where public_id = $1`,
      },
      [outageId],
    )
    await passSending(10)
    const [first, ...others] = await test.alerts()
    expect(first?.text).toContain('Why: The connection is refused.')
    expect(others.map(({ kind }) => kind).toSorted()).toEqual(['down', 'stillDown', 'stillDown'])
    for (const { text } of others) expect(text).toMatch(/Why: .*Only 192\.0\.66\.1 fails\./)
  })
})

describe('a monitor that flaps', () => {
  it('is told once, then as a digest each hour, and once it is stable', async () => {
    const monitor = await test.addMonitor()
    await test.setState(monitor, { flapping: true })
    await test.announce({ kind: 'flapping', monitorId: monitor.id, reason: 'It changes often.' })
    await plan()
    for (const minute of [1, 5]) {
      test.clock.nowMs += minute * 60_000
      const outageId = await test.goDown(monitor, { isDigested: true })
      await plan()
      test.clock.nowMs += 60_000
      await test.comeUp(monitor, outageId, { isDigested: true })
      await plan()
    }
    await passSending(52)
    expect((await planned()).filter((line) => line.endsWith('sent'))).toEqual([
      'flapping email owner sent',
      'flapping email owner sent',
    ])
    expect((await planned()).filter((line) => line.endsWith('flapping'))).toHaveLength(4)
    const digest = (await test.alerts()).at(-1)
    expect(digest?.title).toBe('Home page is still flapping')
    expect(digest?.text).toContain(
      [
        '- 2026-03-10 12:01:00 UTC: Down. The connection is refused.',
        '- 2026-03-10 12:02:00 UTC: Up again after 1 minute',
      ].join('\n'),
    )

    await test.setState(monitor, { flapping: false })
    await test.announce({ kind: 'flapping', monitorId: monitor.id, isOver: true })
    await passSending(70)
    const sent = (await test.alerts()).filter((alert) => alert.state === 'sent')
    expect(sent.map((alert) => alert.title)).toEqual([
      'Home page is flapping',
      'Home page is still flapping',
      'Home page is stable again',
    ])
  })

  it('that stays down in the end is told to be down, and its recovery too', async () => {
    const monitor = await test.addMonitor()
    await test.setState(monitor, { flapping: true })
    await test.announce({ kind: 'flapping', monitorId: monitor.id })
    const outageId = await test.goDown(monitor, { isDigested: true })
    await passSending(1)
    await test.setState(monitor, { flapping: false })
    await test.announce({ kind: 'flapping', monitorId: monitor.id, isOver: true })
    await plan()
    await review()
    await sendAll()
    await test.comeUp(monitor, outageId)
    await plan()
    expect((await planned()).toSorted()).toEqual([
      'down email owner sent',
      'flapping email owner sent',
      'flapping email owner sent',
      'up email owner queued',
    ])
  })

  it('recovers for those who were told before that it is down', async () => {
    const monitor = await test.addMonitor()
    const outageId = await test.goDown(monitor)
    await passSending(1)
    await test.setState(monitor, { flapping: true })
    await test.comeUp(monitor, outageId, { isDigested: true })
    await plan()
    expect(await planned()).toEqual(['down email owner sent', 'up email owner queued'])
  })
})

describe('a certificate that expires', () => {
  const DAY = 86_400_000

  async function withCertificate(daysLeft: number, alerts: object = {}, checkedDaysAgo = 0) {
    const monitor = await test.addMonitor({ alerts, name: 'Shop' })
    await test.db.query(
      {
        text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status, tls_expires_at)
          values ($1, 'eu-west', $2, $2, 'up', $3)`,
      },
      [
        monitor.id,
        new Date(test.clock.nowMs - checkedDaysAgo * DAY),
        new Date(test.clock.nowMs + daysLeft * DAY),
      ],
    )
    return monitor
  }
  const watch = async () => {
    await watchCertificates(test.parts)
    await plan()
  }
  const titles = async () => (await test.alerts()).map((alert) => alert.title)
  const checkAgain = () =>
    test.db.query({ text: 'update region_states set checked_at = $1' }, [
      new Date(test.clock.nowMs),
    ])

  it('is told once at each threshold, of several at once the nearest', async () => {
    await withCertificate(12.5)
    await watch()
    await watch()
    expect(await titles()).toEqual(['The certificate of Shop expires in 12 days 12 hours'])
    test.clock.nowMs += 6 * DAY
    await checkAgain()
    await watch()
    expect((await titles()).slice(1)).toEqual([
      'The certificate of Shop expires in 6 days 12 hours',
    ])
  })

  it('is told anew for another certificate', async () => {
    await withCertificate(6)
    await watch()
    await test.db.query({ text: 'update region_states set tls_expires_at = tls_expires_at + $1' }, [
      '2 hours',
    ])
    await watch()
    expect(await titles()).toHaveLength(2)
  })

  it('is not told without a threshold, before the first, or by a region that is not checked any more', async () => {
    await withCertificate(6, { tlsExpiryDays: [] })
    await withCertificate(31)
    await withCertificate(6, {}, 3)
    await watch()
    expect(await titles()).toEqual([])
  })

  it('that has expired says so', async () => {
    await withCertificate(-1, { tlsExpiryDays: [0, 7] })
    await watch()
    expect(await titles()).toEqual(['The certificate of Shop has expired'])
  })
})
