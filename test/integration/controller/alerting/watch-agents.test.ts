import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchAgents } from '../../../../controller/src/alerting/watch/watch-agents.ts'
import { pruneOldAlerts } from '../../../../controller/src/alerting/watch/prune-alerts.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

async function addAgent(id: string, region: string): Promise<void> {
  await test.db.query({ text: 'insert into regions (code) values ($1) on conflict do nothing' }, [
    region,
  ])
  await test.db.query(
    {
      text: `with token as (
          insert into agent_tokens (public_id, name, region, token_hash)
          values ('tok_' || $1, $1, $2, $3) returning id
        )
        insert into agents (public_id, token_id, region, hostname, software_version, capabilities,
          controller_id, connected_at, last_seen_at, covered_through)
        select $1, id, $2, 'host-' || $1, '1', '{}', 'c', now(), now(), now() from token`,
    },
    [id, region, Buffer.from(id)],
  )
}

/** Liveness goes by the database's clock. */
const silence = (id: string, seconds: number) =>
  test.db.query(
    {
      text: `update agents set last_seen_at = now() - $2 * interval '1 second' where public_id = $1`,
    },
    [id, seconds],
  )
const leave = (id: string) =>
  test.db.query({ text: 'update agents set left_at = now() where public_id = $1' }, [id])

/** A minute passes, and somebody looks. */
async function look(): Promise<void> {
  test.clock.nowMs += 60_000
  await watchAgents(test.parts)
  await test.run(['planAlerts'])
}

const told = async () => (await test.alerts()).map((alert) => `${alert.title}. ${alert.text}`)

describe('agents that are lost', () => {
  it('are told to the owner once, when a second look finds them lost too, and when they are back', async () => {
    await addAgent('agt_1', 'eu-west')
    await addAgent('agt_2', 'eu-west')
    await look()
    await silence('agt_1', 60)
    await look()
    expect(await told()).toEqual([])
    await look()
    await look()
    expect(await told()).toEqual([
      expect.stringMatching(
        /^Agents are lost: eu-west\. Agent agt_1 \(host host-agt_1, eu-west\) has been silent since .* UTC\./,
      ),
    ])
    const [alert] = await test.alerts()
    expect(alert).toMatchObject({
      kind: 'agentLost',
      monitorId: null,
      recipient: { type: 'member', id: test.ownerId },
    })
    await silence('agt_1', 0)
    await look()
    await look()
    expect((await told()).slice(1)).toEqual([
      expect.stringContaining('Agents are back: eu-west. Agent agt_1'),
    ])
  })

  it('are one alert, however many and whatever depends on them', async () => {
    await addAgent('agt_1', 'eu-west')
    await addAgent('agt_2', 'us-east')
    await addAgent('agt_3', 'ap-south')
    for (let n = 0; n < 5; n += 1) await test.addMonitor()
    await silence('agt_1', 60)
    await silence('agt_2', 60)
    await look()
    await look()
    expect(await told()).toHaveLength(1)
    expect((await told())[0]).toContain('Agents are lost: eu-west, us-east.')
    expect((await told())[0]).toContain('Region eu-west has no agent any more')
  })

  it('are none when they come back before the second look', async () => {
    await addAgent('agt_1', 'eu-west')
    await silence('agt_1', 60)
    await look()
    await silence('agt_1', 0)
    await look()
    await look()
    expect(await told()).toEqual([])
  })

  it('are none when they say goodbye, but their region is told when nobody is left', async () => {
    await addAgent('agt_1', 'eu-west')
    await addAgent('agt_2', 'eu-west')
    await leave('agt_1')
    await look()
    await look()
    expect(await told()).toEqual([])
    await leave('agt_2')
    await look()
    await look()
    expect(await told()).toHaveLength(1)
    expect((await told())[0]).toContain('Region eu-west has no agent any more')
    expect((await told())[0]).not.toContain('agt_2')
  })

  it('are not back when their token was revoked', async () => {
    await addAgent('agt_1', 'eu-west')
    await silence('agt_1', 60)
    await look()
    await look()
    await test.db.query({ text: 'update agent_tokens set revoked_at = now()' })
    await look()
    expect(await told()).toHaveLength(1)
  })

  it('are told once when two controllers look at once', async () => {
    await addAgent('agt_1', 'eu-west')
    await silence('agt_1', 60)
    await look()
    test.clock.nowMs += 60_000
    await Promise.all([watchAgents(test.parts), watchAgents(test.parts)])
    await test.run(['planAlerts'])
    expect(await told()).toHaveLength(1)
  })
})

describe('a monitor that cannot be judged', () => {
  it('is told to the owner of the installation, the first in an hour for all', async () => {
    for (let n = 0; n < 3; n += 1) {
      const monitor = await test.addMonitor({ name: `Monitor ${n}` })
      const reason = 'No location could check it.'
      await test.announce({ kind: 'agentLost', monitorId: monitor.id, reason })
    }
    await test.run(['planAlerts'])
    expect((await test.alerts()).map((alert) => alert.title)).toEqual([
      'Monitor 0 cannot be judged',
    ])
  })
})

describe('a monitor that could not be judged and was deleted', () => {
  it('is not told as a loss of agents', async () => {
    const { id } = await test.addMonitor()
    await test.announce({ kind: 'agentLost', monitorId: id, reason: 'Nobody could check it.' })
    await test.db.query({ text: 'delete from monitors' })
    await test.run(['planAlerts'])
    expect(await test.alerts()).toEqual([])
  })
})

describe('old alerts', () => {
  it('are kept for 400 days', async () => {
    await test.goDown(await test.addMonitor())
    await test.run(['planAlerts'])
    test.clock.nowMs += 400 * 86_400_000
    await pruneOldAlerts(test.parts)
    expect(await test.alerts()).toHaveLength(1)
    test.clock.nowMs += 60_000
    await pruneOldAlerts(test.parts)
    expect(await test.alerts()).toEqual([])
  })
})

describe('queues of recipients', () => {
  it('are forgotten when nothing waits in them', async () => {
    const queues = async () => {
      const { rows } = await test.db.query<{ name: string }>({
        text: `select queue_name as name from graphile_worker._private_job_queues order by 1`,
      })
      return rows.map(({ name }) => name)
    }
    const monitor = await test.addMonitor()
    await test.goDown(monitor)
    await test.run(['planAlerts'])
    await pruneOldAlerts(test.parts)
    expect(await queues()).toEqual([`deliver ${test.ownerId} email`])
    await test.run(['deliverAlert'])
    await pruneOldAlerts(test.parts)
    expect(await queues()).toEqual([])
  })
})

describe('jobs that were given up', () => {
  it('are forgotten after 30 days', async () => {
    await test.db.query(
      {
        text: `select graphile_worker.add_job('planAlerts', '{}', job_key => key, max_attempts => 1)
          from unnest(array['now', 'long ago', 'not given up']) as key`,
      },
      [],
    )
    const at = (days: number) => new Date(test.clock.nowMs - days * 86_400_000)
    await test.db.query(
      {
        text: `update graphile_worker._private_jobs set
          attempts = case when key = 'not given up' then 0 else 1 end,
          updated_at = case when key = 'now' then $1::timestamptz else $2 end`,
      },
      [at(29), at(31)],
    )
    await pruneOldAlerts(test.parts)
    const { rows } = await test.db.query<{ key: string }>({
      text: 'select key from graphile_worker.jobs order by key',
    })
    expect(rows.map(({ key }) => key)).toEqual(['not given up', 'now'])
  })
})
