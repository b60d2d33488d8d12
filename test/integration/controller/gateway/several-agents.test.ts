import { CheckStatus, FailureSource, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { describe, expect, it } from 'vitest'
import { insertWorkItems } from '../../../../controller/src/db/work-items.ts'
import {
  startAgentsSide,
  untilAssigned,
  untilShared,
  useGateway,
} from '../../../helpers/gateway.ts'
import { insertMonitors, sealWithLostKey } from '../../../helpers/rows.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()

describe('several agents of a region', () => {
  it('share its monitors, and the share of one that leaves moves to the others', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 300 })
    const first = await gateway.connected()
    await untilAssigned(first, ids)
    const second = await gateway.connected()
    const shares = await untilShared([first, second], ids)
    for (const share of shares) expect(share.length).toBeGreaterThan(100)
    second.close()
    await untilAssigned(first, ids)
  })

  it('share them across two controllers just the same', async () => {
    const other = await startAgentsSide(gateway.database, 'controller-2')
    try {
      const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 200 })
      const here = await gateway.connected()
      const there = await gateway.connected({ address: other.address })
      await untilShared([here, there], ids)
      const more = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 20 })
      await untilShared([here, there], [...ids, ...more])
    } finally {
      await other.stop()
    }
  })

  it('check only what they can, and share what none of them can', async () => {
    const { db } = gateway.database
    const pings = await insertMonitors(db, gateway.workspaceId, { count: 40 })
    await db.query({ text: `update monitors set type = 'ping'` })
    const pages = await insertMonitors(db, gateway.workspaceId, { count: 40 })
    const unable = await gateway.connected({ capabilities: ['web'] })
    const able = await gateway.connected({ capabilities: ['web', 'ping'] })
    const [ofUnable = [], ofAble = []] = await untilShared([unable, able], [...pings, ...pages])
    expect(ofAble).toEqual(expect.arrayContaining(pings))
    expect(ofAble.length).toBeGreaterThan(pings.length)
    expect(pages).toEqual(expect.arrayContaining(ofUnable))

    // The same agent comes back and can do less.
    able.close()
    await untilAssigned(unable, [...pings, ...pages])
    const back = await gateway.connected({ agentId: able.agentId, capabilities: ['web'] })
    const shares = await untilShared([unable, back], [...pings, ...pages])
    for (const share of shares) expect(share.some((id) => pings.includes(id))).toBe(true)
  })

  it('leave the pages that are rendered to those with a browser, as soon as they are', async () => {
    const { db } = gateway.database
    const plain = await insertMonitors(db, gateway.workspaceId, { count: 20 })
    const rendered = await insertMonitors(db, gateway.workspaceId, { count: 20 })
    const settings = JSON.stringify({ render: { enabled: true } })
    const render = (ids: readonly number[]) =>
      db.query({ text: 'update monitors set settings = $1 where id = any($2)' }, [settings, ids])
    await render(rendered)
    const unable = await gateway.connected({ capabilities: ['web'] })
    const able = await gateway.connected({ capabilities: ['web', 'browser'] })
    const [ofUnable = [], ofAble = []] = await untilShared([unable, able], [...plain, ...rendered])
    expect(ofAble).toEqual(expect.arrayContaining(rendered))
    expect(ofUnable.length).toBeGreaterThan(0)

    await render(plain)
    await untilAssigned(able, [...plain, ...rendered])
    await untilAssigned(unable, [])
  })

  it('cover the slots of a lost one from where its results were complete', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 50 })
    await gateway.database.db.query({
      text: `update monitors set grid_since = now() - interval '1 hour'`,
    })
    const stayed = await gateway.connected()
    const lost = await gateway.connected()
    const [, lostIds = []] = await untilShared([stayed, lost], ids)
    const coveredThroughMs = Date.now() - 20_000
    // As if it had fallen silent 16 s ago on a controller that is gone, and was complete until then.
    await gateway.database.db.query(
      {
        text: `update agents set last_seen_at = now() - interval '16 s', controller_id = 'gone',
          covered_through = to_timestamp($2::float8 / 1000) where public_id = $1`,
      },
      [lost.agentId, coveredThroughMs],
    )
    await untilAssigned(stayed, ids)
    for (const id of lostIds) {
      expect(Number(stayed.assignments.get(id)?.coverFromMs)).toBe(coveredThroughMs)
    }
  })
})

describe('a recheck', () => {
  const COUNT = 20

  /** Has monitors checked again that any agent of eu-west could check which can check the web. */
  async function askForRechecks(ids: readonly number[]): Promise<void> {
    const nowMs = Date.now()
    const items = ids.map((monitorId) => ({
      publicId: `wrk_${monitorId}`,
      region: 'eu-west',
      kind: 'recheck' as const,
      capability: 'web',
      payload: { monitorId, attempt: 1 },
      timeoutMs: 1_000,
      dueAtMs: nowMs,
      expiresAtMs: nowMs + 30_000,
    }))
    await insertWorkItems(gateway.database.db, items)
  }

  async function recheckedBy(agent: SyntheticAgent): Promise<number[]> {
    const ids: number[] = []
    while (ids.length < COUNT) {
      const { work } = await agent.next('work')
      if (work.case === 'recheck') ids.push(work.value.monitorId)
    }
    return ids.toSorted((a, b) => a - b)
  }

  it('waits for the controller whose agent can do it', async () => {
    const other = await startAgentsSide(gateway.database, 'controller-2')
    try {
      const unable = await gateway.connected({ capabilities: ['tcp'] })
      const able = await gateway.connected({ address: other.address })
      const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: COUNT })
      await untilAssigned(able, ids)
      await untilAssigned(unable, [])
      await askForRechecks(ids)
      expect(await recheckedBy(able)).toEqual(ids)
    } finally {
      await other.stop()
    }
  })

  it('is handed out though the secrets of another monitor cannot be opened', async () => {
    const agent = await gateway.connected()
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: COUNT })
    await sealWithLostKey(gateway.database.db, ids[0] ?? 0)
    await askForRechecks(ids)
    expect(await recheckedBy(agent)).toEqual(ids)
  })

  it('of monitors that no agent there has is spread over all of them', async () => {
    const { db } = gateway.database
    const agents = await Promise.all([1, 2, 3].map(() => gateway.connected()))
    const ids = await insertMonitors(db, gateway.workspaceId, { count: 60, regions: ['us-east'] })
    await askForRechecks(ids)
    const got = await Promise.all(agents.map((agent) => recheckedBy(agent)))
    expect(got.flat().toSorted((a, b) => a - b)).toEqual(ids)
  })

  it('goes to an agent whose word counts, and that of another is kept as late', async () => {
    const sick = await gateway.connected()
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: COUNT })
    await untilAssigned(sick, ids)
    sick.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
    await sick.next('heartbeatAck')
    const well = await gateway.connected()
    await untilShared([sick, well], ids)
    await askForRechecks(ids)
    expect(await recheckedBy(well)).toEqual(ids)

    const now = BigInt(Date.now())
    const failed = {
      sequence: 1n,
      monitorId: ids[0] ?? 0,
      scheduledAtMs: BigInt(slotBefore(ids[0] ?? 0, 'eu-west', Number(now))),
      startedAtMs: now,
      status: CheckStatus.DOWN,
      failure: { source: FailureSource.TARGET, cause: 'timeout' },
    }
    sick.say({ case: 'results', value: { lane: Lane.LIVE, results: [failed] } })
    await sick.next('resultAck')
    const { rows } = await gateway.database.db.query(
      { text: 'select late, uncounted from check_results where monitor_id = $1' },
      [ids[0]],
    )
    expect(rows).toEqual([{ late: false, uncounted: true }])
  })
})
