import { afterEach, beforeEach, expect, it } from 'vitest'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import { createAlertPlanning } from '../../../helpers/alert-planning.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

const { plan, sendAll } = createAlertPlanning(() => test)

async function jobNames(): Promise<string[]> {
  const { rows } = await test.db.query<{ name: string }>({
    text: 'select task_identifier as name from graphile_worker.jobs order by 1',
  })
  return rows.map(({ name }) => name)
}

/** Writes the events of some alerts as only a newer version can read them. */
async function makeUnreadable(condition: string): Promise<void> {
  await test.db.query({
    text: `update alerts set event = event || '{"kind": "ofTomorrow"}' where ${condition}`,
  })
}

/** Two outages held back behind one monitor, which has been up again for long. */
async function holdBackTwo(): Promise<void> {
  const root = await test.addMonitor()
  await test.setState(root, { status: 'down' })
  for (const name of ['First', 'Second']) {
    await test.goDown(await test.addMonitor({ name, dependsOn: [root.publicId] }))
  }
  await plan()
  await test.setState(root, { status: 'up', status_since: new Date(test.clock.nowMs) })
  test.clock.nowMs += 180_000
}

it('an event that cannot be read keeps no other from being told, nor lost deliveries from coming back', async () => {
  await test.goDown(await test.addMonitor({ name: 'Lost' }))
  await plan()
  await holdBackTwo()
  await test.db.query({ text: 'truncate graphile_worker._private_jobs' })
  await makeUnreadable(`monitor_name = 'First'`)
  await expect(reviewAlerts(test.parts)).rejects.toThrow('kind')
  expect(await jobNames()).toEqual(['deliverAlert', 'planAlerts'])
})

it('an incident that cannot be ended keeps no other open, and stays open until it can', async () => {
  const addresses = { pagerduty: { routingKey: 'R0UT1NGK3Y0000000000000000000000' } }
  const contactId = await test.addContact(addresses, 'On call')
  for (const name of ['First', 'Second']) {
    const alerts = { contactIds: [contactId], onDegraded: true }
    const monitor = await test.addMonitor({ name, alerts })
    await test.setState(monitor, { status: 'degraded' })
    await test.announce({ kind: 'degraded', monitorId: monitor.id, reason: 'It is slow.' })
    await plan()
    await test.setState(monitor, { status: 'up' })
  }
  await sendAll()
  await makeUnreadable(`monitor_name = 'First'`)
  await expect(reviewAlerts(test.parts)).rejects.toThrow('kind')
  const titles = async () => (await test.alerts()).slice(2).map(({ title }) => title)
  expect(await titles()).toEqual(['Closed: Second is degraded'])
  await test.db.query({ text: `update alerts set event = event || '{"kind": "degraded"}'` })
  await reviewAlerts(test.parts)
  expect(await titles()).toEqual(['Closed: Second is degraded', 'Closed: First is degraded'])
})
