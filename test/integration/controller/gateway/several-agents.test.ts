import { describe, expect, it } from 'vitest'
import {
  startAgentsSide,
  untilAssigned,
  untilShared,
  useGateway,
} from '../../../helpers/gateway.ts'
import { insertMonitors } from '../../../helpers/rows.ts'

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
