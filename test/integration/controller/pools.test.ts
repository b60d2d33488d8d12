import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from '@bufbuild/protobuf'
import { CheckResultSchema, CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import { addJobs } from '../../../controller/src/db/jobs.ts'
import type { ControllerReady } from '../../../controller/src/supervisor/ready-message.ts'
import type { Program } from '../../helpers/program.ts'
import { startProgram } from '../../helpers/program.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import { slotBefore } from '../../helpers/slots.ts'
import { connectAgent } from '../../helpers/synthetic-agent.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const REGION = 'eu-west'
const JOBS = 6

let database: TestDatabase
let folder: string
let controller: Program<ControllerReady>

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sightline-pools-'))
  controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    DATABASE_URL: database.url,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_DATA_DIR: folder,
    SIGHTLINE_POOLR_URL: 'postgres://user:hunter2@127.0.0.1/sightline',
  })
})
afterAll(async () => {
  await controller.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function count(query: string): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>({ text: query })
  return rows[0]?.count ?? 0
}

it('tells who starts it, and its log, of a setting that is none, without its value', () => {
  const told = expect.stringContaining('SIGHTLINE_POOLR_URL is no setting') as string
  expect(controller.ready.warnings).toContainEqual(told)
  expect(controller.output()).toContain('is SIGHTLINE_POOLER_URL meant?')
  expect(controller.output()).not.toContain('hunter2')
})

it('results are stored while background jobs wait for a table', async () => {
  const { db } = database
  const [monitorId = 0] = await insertMonitors(db, await insertWorkspace(db), { regions: [REGION] })
  const { token } = await createAgentToken(db, { region: REGION, name: 'test', now: new Date() })
  const agent = await connectAgent(controller.ready.grpc, token, REGION)
  await db.transaction(async (tx) => {
    await tx.query({ text: 'lock table alerts in access exclusive mode' })
    await addJobs(
      db,
      Array.from({ length: JOBS }, (_, index) => ({
        name: 'deliverAlert' as const,
        payload: { alertId: index + 1 },
      })),
    )
    const taken = () =>
      count('select count(*) from graphile_worker._private_jobs where locked_at is not null')
    await expect.poll(taken).toBeGreaterThanOrEqual(JOBS)
    const waiting = () =>
      count(`select count(*) from pg_locks where relation = 'alerts'::regclass and not granted`)
    await expect.poll(waiting).toBeGreaterThanOrEqual(2)
    const atMs = slotBefore(monitorId, REGION, Date.now())
    const result = create(CheckResultSchema, {
      sequence: 1n,
      monitorId,
      scheduledAtMs: BigInt(atMs),
      startedAtMs: BigInt(atMs),
      durationMs: 10,
      status: CheckStatus.UP,
    })
    agent.say({ case: 'results', value: { lane: Lane.LIVE, results: [result] } })
    await agent.next('resultAck')
    expect(await count('select count(*) from check_results')).toBe(1)
  })
  agent.close()
})
