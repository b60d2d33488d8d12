import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reviewAlerts } from '../../../../controller/src/alerting/watch/review-alerts.ts'
import { readReleasedEvents } from '../../../../controller/src/db/alerts.ts'
import { createAlertPlanning } from '../../../helpers/alert-planning.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { insertMonitors } from '../../../helpers/rows.ts'

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

const { planned, plan, review } = createAlertPlanning(() => test)

type Monitor = Awaited<ReturnType<AlertingTest['addMonitor']>>

/** An outage that was held back behind another monitor, which has been up again for long. */
async function outlastedOutage(
  fields: Parameters<AlertingTest['addMonitor']>[0],
): Promise<Monitor> {
  const root = await test.addMonitor({ workspaceId: fields?.workspaceId ?? test.workspaceId })
  const leaf = await test.addMonitor({ ...fields, dependsOn: [root.publicId] })
  await test.setState(root, { status: 'down' })
  await test.goDown(leaf)
  await plan()
  await test.setState(root, { status: 'up', status_since: new Date(test.clock.nowMs) })
  test.clock.nowMs += 180_000
  return leaf
}

async function setAlerts(monitor: Monitor, alerts: object): Promise<void> {
  await test.db.query({ text: 'update monitors set alerts = $2 where id = $1' }, [
    monitor.id,
    JSON.stringify(alerts),
  ])
}

/** How many events a look at what is held back has planned. */
async function plannedAgain(): Promise<number> {
  await reviewAlerts(test.parts)
  const { rows } = await test.db.query<{ count: number }>({
    text: `select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'planAlerts'`,
  })
  await plan()
  return rows[0]?.count ?? 0
}

/** As many outages of one workspace held back by a monitor that has been up again for long. */
async function holdBack(count: number, recipientId: string): Promise<void> {
  const root = await test.addMonitor()
  await test.setState(root, { status: 'up', status_since: new Date(test.clock.nowMs - 600_000) })
  const ids = await insertMonitors(test.db, test.workspaceId, { count, status: 'down' })
  await test.db.query(
    {
      text: `with opened as (
          insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
          select 'out_' || id, id, $2, $2, 'global', '{eu-west}', 'connectionRefused', 'It is refused.'
          from unnest($1::integer[]) as id returning public_id, monitor_id
        )
        insert into alerts (public_id, workspace_id, monitor_id, outage_id, kind, channel, recipient_type,
          recipient_id, recipient_name, delivery_key, state, suppressed_by, dependency_id, title, text, message,
          event, created_at)
        select 'alr_' || monitor_id, $3, monitor_id, public_id, 'down', 'email', 'member', $5, 'Olga',
          'down:' || public_id || ':' || $5 || ':email', 'suppressed', 'dependency', $4, '', '', '{}',
          jsonb_build_object('kind', 'down', 'monitorId', monitor_id, 'outageId', public_id, 'atMs', $6::float8,
            'sinceMs', $6::float8, 'cause', null, 'reason', null, 'regions', '[]'::jsonb, 'isDigested', false), $2
        from opened`,
    },
    [
      `{${ids.join()}}`,
      new Date(test.clock.nowMs),
      test.workspaceId,
      root.publicId,
      recipientId,
      test.clock.nowMs,
    ],
  )
}

describe('what was held back', () => {
  it('is told once, also where somebody else is told by then', async () => {
    const contactId = await test.addContact({ email: { email: 'on@example.com' } }, 'On call')
    const leaf = await outlastedOutage({ alerts: { contactIds: [contactId] } })
    await setAlerts(leaf, {})
    expect(await plannedAgain()).toBe(1)
    expect(await planned()).toEqual([
      'down email On call suppressed dependency',
      'down email owner queued',
    ])
    expect(await plannedAgain()).toBe(0)
  })

  it('is not looked at while nobody wants to be told, and told when somebody does', async () => {
    const leaf = await outlastedOutage({})
    await setAlerts(leaf, { onDown: false })
    expect(await plannedAgain()).toBe(0)
    await setAlerts(leaf, {})
    await review()
    expect(await planned()).toEqual(['down email owner queued'])
  })

  it('of one workspace is told at once however much another has', async () => {
    await holdBack(1_100, test.ownerId)
    const workspaceId = await test.addWorkspace()
    const member = await test.addMember('mia@example.com', workspaceId)
    await outlastedOutage({ workspaceId, alerts: { memberIds: [member] } })
    await reviewAlerts(test.parts)
    const { rows } = await test.db.query<{ id: number }>(
      {
        text: `select id from graphile_worker._private_jobs
          where flags ? ('workspace ' || $1::bigint)`,
      },
      [workspaceId],
    )
    expect(rows).toHaveLength(1)
  })

  it('is all looked at after a while, however many of the workspace are told to nobody', async () => {
    await holdBack(1_100, 'usr_gone')
    const leaf = await outlastedOutage({})
    const isSeen = async (): Promise<boolean> => {
      const events = await readReleasedEvents(test.db, test.clock.nowMs, true)
      return events.some((event) => (event as { monitorId: number }).monitorId === leaf.id)
    }
    let looks = 1
    while (looks < 50 && !(await isSeen())) looks += 1
    expect(looks).toBeLessThan(50)
  })
})
