import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAlerts } from '../../../../controller/src/db/alert-reads.ts'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { insertMonitors } from '../../../helpers/rows.ts'

const MONITORS = 100

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

const ofMonitor = (monitorId: string) => ({
  monitorId,
  channels: null,
  kinds: null,
  states: null,
  from: null,
  to: null,
  limit: 50,
  offset: 0,
})

/** Adds 50 alerts of each of many monitors. @returns id of one of them */
async function addAlerts(): Promise<string> {
  await insertMonitors(test.db, test.workspaceId, { count: MONITORS })
  const { rows } = await test.db.query<{ id: string }>({
    text: `with added as (
        insert into alerts (public_id, workspace_id, monitor_id, monitor_public_id, kind, channel, recipient_type,
          recipient_id, recipient_name, delivery_key, state, title, text, message, event, created_at)
        select 'alr_' || m.id || '_' || n, m.workspace_id, m.id, m.public_id, 'down', 'email', 'member', 'psn_1',
          'Olga', m.id || ' ' || n, 'sent', '', '', '{}', '{}', now() - n * interval '1 hour'
        from monitors m cross join generate_series(1, 50) n
      )
      select public_id as id from monitors order by id limit 1`,
  })
  await test.db.query({ text: 'vacuum analyze alerts' })
  return rows[0]?.id ?? ''
}

it('of one monitor read none of those of the others in its workspace', async () => {
  const monitorId = await addAlerts()
  let passedOver = 0
  const query: Queryable['query'] = async (statement, values) => {
    const explain = { text: `explain (analyze, timing off, buffers off) ${statement.text}` }
    const { rows } = await test.db.query<Record<string, string>>(explain, values)
    for (const row of rows) {
      const [, removed = 0] = /Rows Removed by Filter: (\d+)/.exec(row['QUERY PLAN'] ?? '') ?? []
      passedOver += Number(removed)
    }
    return test.db.query(statement, values)
  }
  const { total } = await listAlerts({ query }, test.workspaceId, ofMonitor(monitorId))
  expect(total).toBe(50)
  expect(passedOver).toBeLessThan(MONITORS)
})

it('of a monitor that was deleted are there by the id it had', async () => {
  const monitorId = await addAlerts()
  await test.db.query({ text: 'delete from monitors where public_id = $1' }, [monitorId])
  const { total, alerts } = await listAlerts(test.db, test.workspaceId, ofMonitor(monitorId))
  expect([total, alerts.length]).toEqual([50, 50])
})
