import { setTimeout as delay } from 'node:timers/promises'
import { CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { status as GrpcStatus } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAgentToken } from '../../controller/src/agents/tokens.ts'
import { insertMonitors, insertWorkspace } from '../helpers/rows.ts'
import type { SmallInstallation } from '../helpers/small-installation.ts'
import { startSmallInstallation } from '../helpers/small-installation.ts'
import type { SyntheticAgent } from '../helpers/synthetic-agent.ts'
import { slotBefore } from '../helpers/slots.ts'
import { connectAgent } from '../helpers/synthetic-agent.ts'

const REGION = 'eu-west'
const MONITORS = 1_000
const BATCHES = 200
const RESULTS_PER_BATCH = 500
/** More than the controller takes in before it stops listening. */
const BATCHES_UNDER_WAY = 60
/** Longer than the silence after which an agent counts as lost. */
const AWAY_MS = 20_000

let installation: SmallInstallation

beforeAll(async () => {
  installation = await startSmallInstallation()
})
afterAll(() => installation.close())

function sayBatch(
  agent: SyntheticAgent,
  batch: number,
  monitorIds: number[],
  fromMs: number,
): void {
  const results = Array.from({ length: RESULTS_PER_BATCH }, (_, index) => {
    const number = batch * RESULTS_PER_BATCH + index
    const monitorId = monitorIds[number % MONITORS] ?? 0
    const nearMs = fromMs + Math.floor(number / MONITORS) * 60_000
    const atMs = BigInt(slotBefore(monitorId, REGION, nearMs))
    return {
      sequence: BigInt(number + 1),
      monitorId,
      scheduledAtMs: atMs,
      startedAtMs: atMs,
      durationMs: 5,
      status: CheckStatus.UP,
      statusCode: 200,
    }
  })
  agent.say({ case: 'results', value: { lane: Lane.LIVE, results } })
}

describe('under load, with the database killed and away', () => {
  it('every acknowledged result is stored, none is lost and none is there twice', async () => {
    const { db } = installation
    const { token } = await createAgentToken(db, { region: REGION, name: 'load', now: new Date() })
    const workspaceId = await insertWorkspace(db)
    const ids = await insertMonitors(db, workspaceId, { count: MONITORS, regions: [REGION] })
    const { grpc } = installation.controller().ready
    let agent = await connectAgent(grpc, token, REGION)
    let hasLeft = false
    const fromMs = Date.now() - 3 * 3_600_000
    let sent = 0
    let acknowledged = 0

    async function untilAcknowledged(batches: number): Promise<void> {
      while (acknowledged < batches) {
        for (; sent < BATCHES && sent - acknowledged < BATCHES_UNDER_WAY; sent += 1) {
          sayBatch(agent, sent, ids, fromMs)
        }
        await nextAcknowledgement()
      }
    }

    async function nextAcknowledgement(): Promise<void> {
      try {
        const { upToSequence } = await agent.next('resultAck')
        acknowledged = Number(upToSequence) / RESULTS_PER_BATCH
      } catch {
        // The controller lets its agents go. They come back and send all that was not acknowledged.
        expect((await agent.ended).code).toBe(GrpcStatus.UNAVAILABLE)
        hasLeft = true
        agent = await untilConnected(agent.agentId)
        sent = acknowledged
      }
    }

    const untilConnected = (agentId: string) =>
      vi.waitFor(() => connectAgent(grpc, token, REGION, agentId), {
        timeout: 60_000,
        interval: 500,
      })

    await untilAcknowledged(10)
    await installation.stopDatabase()
    const rest = untilAcknowledged(BATCHES)
    await delay(AWAY_MS)
    expect((await installation.call('GET', '/api/v1/monitors')).status).toBe(503)
    expect(acknowledged).toBeLessThan(BATCHES)
    await installation.startDatabase()
    await rest

    expect(hasLeft).toBe(true)
    const { rows } = await db.query<{ stored: number; slots: number }>({
      text: `select count(*) as stored, count(distinct (monitor_id, scheduled_at)) as slots
        from check_results where region = 'eu-west'`,
    })
    const expected = BATCHES * RESULTS_PER_BATCH
    expect(rows).toEqual([{ stored: expected, slots: expected }])
    agent.close()
  })
})
