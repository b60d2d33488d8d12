import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readReleasedEvents } from '../../../../controller/src/db/alerts.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { insertMonitors } from '../../../helpers/rows.ts'

/** More than are looked at together. */
const MANY = 1_100

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

/** Outages that last, of which somebody was not told because of a monitor that is gone by now. Nobody ever is: a contact
 *  that is gone too, so that they are looked at each time.
 *  @returns ids of the outages */
async function holdBack(workspaceId: number, count: number): Promise<Set<string>> {
  const monitors = await insertMonitors(test.db, workspaceId, { count, status: 'down' })
  const { rows } = await test.db.query<{ id: string }>(
    {
      text: `with down as (
          insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
          select 'out_' || id, id, now(), now(), 'global', '{eu-west}', 'timeout', 'It is slow.'
          from unnest($2::integer[]) as id
          returning public_id, monitor_id
        )
        insert into alerts (public_id, workspace_id, monitor_id, outage_id, kind, channel, recipient_type,
          recipient_id, recipient_name, delivery_key, state, suppressed_by, dependency_id, title, text, message, event,
          created_at)
        select 'alr_' || public_id, $1, monitor_id, public_id, 'down', 'email', 'contact', 'ctc_gone', 'Gone',
          public_id, 'suppressed', 'dependency', 'mon_gone', 'Down', 'Down', '{}', json_build_object('outageId', public_id),
          now()
        from down
        returning outage_id as id`,
    },
    [workspaceId, monitors],
  )
  return new Set(rows.map(({ id }) => id))
}

async function looksFor(outageIds: ReadonlySet<string>): Promise<boolean> {
  const events = await readReleasedEvents(test.db, test.clock.nowMs)
  return events.some((event) => outageIds.has((event as { readonly outageId: string }).outageId))
}

describe('outages whose alert is held back no more', () => {
  it('are looked at in every workspace, however many another has that are never told', async () => {
    await holdBack(test.workspaceId, MANY)
    const own = await holdBack(await test.addWorkspace(), 1)
    expect(await looksFor(own)).toBe(true)
  })

  it('are all looked at after a while, however many of the workspace are never told', async () => {
    await holdBack(test.workspaceId, MANY)
    const own = await holdBack(test.workspaceId, 1)
    let looks = 1
    while (looks < 50 && !(await looksFor(own))) looks += 1
    expect(looks).toBeLessThan(50)
  })
})
