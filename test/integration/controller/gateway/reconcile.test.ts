import type { AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { createLogger } from '@sightline/shared/logger'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAssignments } from '../../../../agent/src/schedule/assignments.ts'
import { createAssignmentStore } from '../../../../agent/src/state/assignment-store.ts'
import { openState } from '../../../../agent/src/state/database.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import type { AgentsSide } from '../../../helpers/gateway.ts'
import {
  startAgentsSide,
  untilAssigned,
  untilShared,
  useGateway,
} from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const gateway = useGateway()
const query = (text: string, values: readonly unknown[] = []) =>
  gateway.database.db.query({ text }, values)

/** Has a real agent's assignments take what a stream brings.
 *  @param tamper may change what comes before it is taken */
function holding(
  agent: SyntheticAgent,
  tamper: (update: AssignmentUpdate) => void = () => undefined,
) {
  const database = openState(temporaryFolder())
  onTestFinished(() => database.close())
  const held = new Set<number>()
  const assignments = createAssignments({
    database,
    store: createAssignmentStore(database),
    ticker: { set: (id) => held.add(id), remove: (id) => held.delete(id) },
    now: () => Date.now(),
    runOnce: () => undefined,
    log: createLogger('test', 'silent'),
  })
  let updates = 0
  agent.call.on('data', ({ message }: ConnectResponse) => {
    if (message.case !== 'assignments') return
    updates += 1
    tamper(message.value)
    assignments.apply(message.value)
  })
  return {
    ids: () => [...held].toSorted((a, b) => a - b),
    updates: () => updates,
    /** Says what is held, and waits until the controller knows. */
    async tell() {
      const said = assignments.held()
      agent.say({
        case: 'heartbeat',
        value: {
          agentTimeMs: BigInt(Date.now()),
          selfTestPassed: true,
          ...(said === null ? {} : { held: { ...said, count: assignments.count() } }),
        },
      })
      await agent.next('heartbeatAck')
      return said
    },
  }
}

/** A controller that counts the monitors it reads with all that agents get of them. */
async function startCounting(id: string): Promise<{ side: AgentsSide; read: () => number }> {
  const { db } = gateway.database
  let read = 0
  const counting: Database = {
    ...db,
    async query(statement, values) {
      const answer = await db.query(statement, values)
      if (/settings[^]*from monitors/.test(statement.text)) read += answer.rows.length
      return answer
    },
  }
  const side = await startAgentsSide({ ...gateway.database, db: counting }, id)
  onTestFinished(() => side.stop())
  return { side, read: () => read }
}

/** Makes one more monitor and waits until the agent has it: what was told before is done with by then.
 *  @returns the monitor */
async function untilMarked(agent: SyntheticAgent, ids: readonly number[]): Promise<number> {
  const [last = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId)
  await untilAssigned(agent, [...ids, last])
  return last
}

describe('what an agent holds', () => {
  it('is left alone while it is what it was told, minute by minute', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 50 })
    const agent = await gateway.connected()
    const real = holding(agent)
    await untilAssigned(agent, ids)
    // Changes that concern no agent reach none.
    await query(`update monitors set name = 'other', tags = '{new}'`)
    const before = real.updates()
    for (let round = 0; round < 3; round += 1) {
      expect(await real.tell()).not.toBeNull()
      gateway.side.reconcile()
    }
    await untilMarked(agent, ids)
    expect(real.updates()).toBe(before + 1)
  })

  it('is mended when an assignment was lost on the way', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 50 })
    const agent = await gateway.connected()
    let losing = true
    const real = holding(agent, (update) => {
      if (losing) update.upserts = update.upserts.filter(({ monitorId }) => monitorId !== ids[7])
    })
    await untilAssigned(agent, ids)
    expect(real.ids()).not.toContain(ids[7])
    losing = false
    await real.tell()
    gateway.side.reconcile()
    await vi.waitFor(() => expect(real.ids()).toEqual(ids), PATIENT)
  })

  it('is mended when one was kept that should have gone, or as it was before', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 50 })
    const agent = await gateway.connected()
    let changing = false
    const real = holding(agent, (update) => {
      if (!changing) return
      update.removedMonitorIds = []
      update.upserts = []
    })
    await untilAssigned(agent, ids)
    changing = true
    await query('delete from monitors where id = $1', [ids[3]])
    await query(`update monitors set url = 'http://127.0.0.1/changed' where id = $1`, [ids[4]])
    const left = ids.filter((id) => id !== ids[3])
    await untilAssigned(agent, left)
    await vi.waitFor(
      () => expect(agent.assignments.get(ids[4] ?? 0)?.check?.generation).toBe(2),
      PATIENT,
    )
    expect(real.ids()).toEqual(ids)
    changing = false
    const wrong = await real.tell()
    gateway.side.reconcile()
    await vi.waitFor(() => expect(real.ids()).toEqual(left), PATIENT)
    expect((await real.tell())?.hash).not.toBe(wrong?.hash)
    const before = real.updates()
    gateway.side.reconcile()
    const last = await untilMarked(agent, left)
    expect(real.updates()).toBe(before + 1)
    expect(real.ids()).toEqual([...left, last])
  })

  it('is not asked of an agent of an earlier version', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 5 })
    const agent = await gateway.connected()
    const real = holding(agent)
    await untilAssigned(agent, ids)
    agent.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()) } })
    await agent.next('heartbeatAck')
    const before = real.updates()
    gateway.side.reconcile()
    await untilMarked(agent, ids)
    expect(real.updates()).toBe(before + 1)
  })
})

/** What the database shows of an agent whose controller stood still, or could not write for a while. */
const letSeemLost = (agentId: string) =>
  query(`update agents set last_seen_at = now() - interval '20 s' where public_id = $1`, [agentId])

const lookAtAgents = () => query(`select pg_notify('agent_changes', '')`)

const sayAlive = (agent: SyntheticAgent): void =>
  agent.say({ case: 'heartbeat', value: { agentTimeMs: BigInt(Date.now()), selfTestPassed: true } })

describe('an agent that the database was told of too late', () => {
  it('keeps its monitors, while another checks them too', async () => {
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 60 })
    const agent = await gateway.connected()
    const other = await gateway.connected()
    const [share = []] = await untilShared([agent, other], ids)
    await letSeemLost(agent.agentId)
    await lookAtAgents()
    await untilAssigned(other, ids)
    // Changes are told meanwhile, and those that concern it take nothing from it.
    await query(`update monitors set url = 'http://127.0.0.1/changed'`)
    await vi.waitFor(() => {
      const generations = ids.map((id) => other.assignments.get(id)?.check?.generation)
      expect(new Set(generations)).toEqual(new Set([2]))
    }, PATIENT)
    gateway.side.reconcile()
    const late = await untilMarked(other, ids)
    expect([...agent.assignments.keys()].toSorted((a, b) => a - b)).toEqual(share)
    sayAlive(agent)
    await untilShared([agent, other], [...ids, late])
    await vi.waitFor(() => {
      const known = [...agent.assignments.values()].filter(({ monitorId }) => monitorId !== late)
      expect(new Set(known.map(({ check }) => check?.generation))).toEqual(new Set([2]))
    }, PATIENT)
  })
})

describe('a controller', () => {
  it('reads what moves when agents come and go, not the region', async () => {
    const { side, read } = await startCounting('controller-2')
    const most = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 900 })
    const first = await gateway.connected({ address: side.address })
    await untilAssigned(first, most)
    const ids = [...most, await untilMarked(first, most)]
    const second = await gateway.connected({ address: side.address })
    await untilShared([first, second], ids)
    const before = read()
    const third = await gateway.connected({ address: side.address })
    const [, , share = []] = await untilShared([first, second, third], ids)
    expect(read() - before).toBe(share.length)
    third.close()
    await untilShared([first, second], ids)
    expect(read() - before).toBe(2 * share.length)
  })

  it('learns what it did not hear of, and reads no more than that', async () => {
    const { side, read } = await startCounting('controller-2')
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 300 })
    const agent = await gateway.connected({ address: side.address })
    await untilAssigned(agent, ids)
    const last = await untilMarked(agent, ids)
    const [changed = 0, paused = 0, deleted = 0, ...others] = ids
    const before = read()
    await query('alter table monitors disable trigger monitors_updated')
    await query('alter table monitors disable trigger monitors_deleted')
    onTestFinished(async () => {
      await query('alter table monitors enable trigger monitors_updated')
      await query('alter table monitors enable trigger monitors_deleted')
    })
    await query('update monitors set interval_minutes = 5 where id = $1', [changed])
    await query('update monitors set active = false where id = $1', [paused])
    await query('delete from monitors where id = $1', [deleted])
    side.reconcile()
    await untilAssigned(agent, [changed, ...others, last])
    await vi.waitFor(() => expect(agent.assignments.get(changed)?.periodMs).toBe(300_000), PATIENT)
    expect(read() - before).toBe(1)
  })

  it('learns it also while answers wait to be judged', async () => {
    const side = await startAgentsSide(gateway.database, 'controller-2', { isBehind: () => true })
    onTestFinished(() => side.stop())
    const [paused = 0, stays = 0] = await insertMonitors(gateway.database.db, gateway.workspaceId, {
      count: 2,
    })
    const agent = await gateway.connected({ address: side.address })
    await untilAssigned(agent, [paused, stays])
    await query('alter table monitors disable trigger monitors_updated')
    onTestFinished(async () => {
      await query('alter table monitors enable trigger monitors_updated')
    })
    await query('update monitors set active = false where id = $1', [paused])
    side.reconcile()
    await untilAssigned(agent, [stays])
  })

  it('catches up when the connection by which it hears was away', async () => {
    const { side, read } = await startCounting('controller-2')
    const ids = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 300 })
    const agent = await gateway.connected({ address: side.address })
    await untilAssigned(agent, ids)
    const last = await untilMarked(agent, ids)
    const before = read()
    const { rowCount } = await query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'sightline listener'`,
    )
    expect(rowCount).toBe(2)
    const added = await insertMonitors(gateway.database.db, gateway.workspaceId, { count: 3 })
    const [deleted = 0, ...left] = ids
    await query('delete from monitors where id = $1', [deleted])
    await untilAssigned(agent, [...left, last, ...added])
    expect(read() - before).toBe(3)
  })
})
