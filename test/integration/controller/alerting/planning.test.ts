import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertView } from '../../../../controller/src/alerting/read-alerts.ts'
import { watchCertificates } from '../../../../controller/src/alerting/watch/watch-certificates.ts'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

const PLANNING = ['planAlerts', 'followOutage', 'sendDigest'] as const

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

/** "down email owner queued": what was planned for whom, in one line each. */
async function planned(): Promise<string[]> {
  const names = new Map([[test.ownerId, 'owner']])
  return (await test.alerts()).map((alert: AlertView) =>
    [
      alert.kind,
      alert.channel,
      names.get(alert.recipient.id) ?? alert.recipient.name,
      alert.state,
      alert.suppressedBy,
    ]
      .filter((part) => part !== null)
      .join(' '),
  )
}

/** Says of every alert that waits that it was sent. */
async function sendAll(): Promise<void> {
  await test.db.query(
    {
      text: `update alerts set state = 'sent', sent_at = $1, due_at = null where state = 'queued'`,
    },
    [new Date(test.clock.nowMs)],
  )
}

const plan = () => test.run(PLANNING)
const review = async () => {
  await reviewAlerts(test.parts)
  await plan()
}
/** Moves the clock minute by minute: plans, and takes deliveries for done. */
async function passSending(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    test.clock.nowMs += 60_000
    await plan()
    await sendAll()
  }
}

describe('who is told of an outage', () => {
  it('is the owner of the workspace when nobody is named, or nobody of those is left', async () => {
    const monitor = await test.addMonitor({
      alerts: { memberIds: ['psn_gone'], contactIds: ['ctc_gone'], teamIds: ['team_gone'] },
    })
    await test.goDown(monitor)
    await plan()
    expect(await planned()).toEqual(['down email owner queued'])
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
    await test.goDown(monitor, { sinceMs: test.clock.nowMs - 65_000 })
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
      `Open the monitor: https://monitor.example.com/monitors/${monitor.publicId}`,
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

describe('an outage that lasts', () => {
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
        '- 2026-03-10 12:01:00 UTC: down. The connection is refused.',
        '- 2026-03-10 12:02:00 UTC: up again after 1 minute',
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
