import type { WorkItem } from '@sightline/shared/gen/probe/v1/work_pb'
import { expect, it, onTestFinished } from 'vitest'
import { insertWorkItems } from '../../../../controller/src/db/work-items.ts'
import { workWord } from '../../../../controller/src/sessions/work-word.ts'
import {
  startAgentsSide,
  untilAssigned,
  untilShared,
  useGateway,
} from '../../../helpers/gateway.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'

// A region of mixed agents: what makes use of a setting that came with version 2 goes to those that know it.

const KNOWN = { knownSettings: 2 }

const gateway = useGateway(KNOWN)

const connectedWith = (settingsVersion: number, address = gateway.side.address) =>
  gateway.connected({ settingsVersion, address })

/** Makes monitors, the last of which make use of a setting of version 2. */
async function makeMonitors(count: number, newer: number): Promise<[number[], number[]]> {
  const { db } = gateway.database
  const ids = await insertMonitors(db, gateway.workspaceId, { count, status: 'up' })
  const newerIds = ids.slice(count - newer)
  const text = 'update monitors set needs_version = 2 where id = any($1)'
  await db.query({ text }, [newerIds])
  return [ids, newerIds]
}

it('monitors go to agents that know their settings, and to others only where none does', async () => {
  const [ids, newerIds] = await makeMonitors(60, 20)
  const older = await connectedWith(1)
  await untilAssigned(older, ids)
  const newer = await connectedWith(2)
  const [left = [], taken = []] = await untilShared([older, newer], ids)
  expect(left.filter((id) => newerIds.includes(id))).toEqual([])
  // Of the others each has its share.
  expect(left.length).toBeGreaterThan(10)
  expect(taken.length).toBeGreaterThan(30)
  newer.close()
  await untilAssigned(older, ids)
})

/** Leaves a recheck of a monitor, as the decision rule does. */
async function leaveRecheck(monitorId: number, needsVersion: number): Promise<void> {
  await insertWorkItems(gateway.database.db, [
    {
      publicId: `wrk_${monitorId}`,
      region: 'eu-west',
      kind: 'recheck',
      capability: workWord('web', needsVersion),
      payload: { monitorId, attempt: 1 },
      timeoutMs: 5_000,
      dueAtMs: Date.now() - 1_000,
      expiresAtMs: Date.now() + 20_000,
    },
  ])
}

/** The monitor that an agent is asked to check again. */
async function askedNext(agent: SyntheticAgent): Promise<number> {
  const { work }: WorkItem = await agent.next('work')
  return work.case === 'recheck' ? work.value.monitorId : 0
}

it('a recheck is left to a controller whose agent knows the settings', async () => {
  const [[plain = 0, withNewer = 0]] = await makeMonitors(2, 1)
  const older = await connectedWith(1)
  await untilAssigned(older, [plain, withNewer])
  await leaveRecheck(withNewer, 2)
  await leaveRecheck(plain, 1)
  // It has had its turn at both.
  expect(await askedNext(older)).toBe(plain)
  const other = await startAgentsSide(gateway.database, 'controller-2', KNOWN)
  onTestFinished(() => other.stop())
  const newer = await connectedWith(2, other.address)
  await gateway.database.db.query({ text: `select pg_notify('work_added', '')` })
  expect(await askedNext(newer)).toBe(withNewer)
})

it('a one-off check goes to an agent that knows its settings, also over another controller', async () => {
  const request = (needsVersion: number) =>
    gateway.side.desk.request('uptimeCheck', {
      region: 'eu-west',
      input: { type: 'web', url: 'http://127.0.0.1/', timeoutMs: 1_000 },
      isOperators: false,
      capability: workWord('web', needsVersion),
      timeoutMs: 5_000,
      sharer: 'workspace 1',
      signal: new AbortController().signal,
    })
  const refusing = async (agent: SyntheticAgent): Promise<void> => {
    const { id } = await agent.next('work')
    const error = { code: 'forbidden', message: 'It may not be reached.' }
    agent.say({ case: 'work', value: { id, update: { case: 'error', value: error } } })
  }
  const older = await connectedWith(1)
  const other = await startAgentsSide(gateway.database, 'controller-2', KNOWN)
  onTestFinished(() => other.stop())
  const newer = await connectedWith(2, other.address)
  const [, first] = await Promise.allSettled([refusing(newer), request(2)])
  expect(first).toMatchObject({ reason: { code: 'forbidden' } })
  const [, second] = await Promise.allSettled([refusing(older), request(1)])
  expect(second).toMatchObject({ reason: { code: 'forbidden' } })
})
