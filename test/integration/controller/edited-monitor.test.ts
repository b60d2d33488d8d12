import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAssignable } from '../../../controller/src/db/assignments.ts'
import { openResultDays } from '../../../controller/src/db/partitions.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { applyEvents } from '../../../controller/src/verdicts/verdicts.ts'
import { aResult } from '../../helpers/report-rows.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import { hashesOfSlot } from '../../helpers/slots.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

/** When its people change the monitor. */
const EDITED = NOW + 100

let database: TestDatabase
let workspaceId: number
let monitorId: number
let ensure: (instantsMs: readonly number[]) => Promise<void>

beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  await insertVoters(database.db, ['eu-west', 'us-east', 'ap-south'])
  ensure = (await openResultDays(database.db, createLogger('test', 'silent'))).ensure
})
afterAll(() => database.close())
beforeEach(async () => {
  const fields = { regions: ['eu-west', 'us-east', 'ap-south'], status: 'up' }
  monitorId = (await insertMonitors(database.db, workspaceId, fields))[0] ?? 0
})

/** Whether the agents say by which settings they checked. */
type Agents = 'present' | 'older'

/** A failure of a slot, by the monitor's first settings where nothing else is said. */
function aFailure(agents: Agents, fields: Partial<IncomingResult> = {}): IncomingResult {
  const scheduledAtMs = fields.scheduledAtMs ?? NOW
  const { generation = 1 } = fields
  return aResult({
    monitorId,
    region: 'eu-west',
    scheduledAtMs,
    checkedAtMs: scheduledAtMs + 5,
    status: 'down',
    failureSource: 'target',
    phase: 'firstByte',
    cause: 'serverError',
    error: 'The server answered 500.',
    ...hashesOfSlot(scheduledAtMs),
    ...fields,
    generation: agents === 'older' ? 0 : generation,
  })
}

const commit = (...rows: IncomingResult[]) => commitResults(database.db, rows, () => NOW, ensure)

async function edit(atMs = EDITED): Promise<void> {
  await database.db.query(
    { text: `update monitors set url = url || '/moved', updated_at = $2 where id = $1` },
    [monitorId, new Date(atMs)],
  )
}

async function rename(): Promise<void> {
  await database.db.query(
    { text: `update monitors set name = 'other', updated_at = $2 where id = $1` },
    [monitorId, new Date(EDITED)],
  )
}

async function look(atMs: number): Promise<void> {
  await database.db.transaction((tx) =>
    applyEvents(tx, [{ monitorId, event: { kind: 'tick', atMs } }], atMs),
  )
}

async function select<Row>(text: string): Promise<Row[]> {
  return (await database.db.query<Row>({ text }, [monitorId])).rows
}

const countOutages = async () =>
  (await select('select 1 from outages where monitor_id = $1')).length

const readState = async () =>
  (
    await select<{ status: string; decision: unknown }>(
      'select status, decision from monitor_states where monitor_id = $1',
    )
  )[0]

const uncounted = async () =>
  (
    await select<{ region: string }>(
      `select region from check_results where monitor_id = $1 and uncounted
       order by scheduled_at, region`,
    )
  ).map(({ region }) => region)

describe.for(['present', 'older'] as const)('agents of the %s version', (agents) => {
  const inSlot = () => aFailure(agents)
  const inRecheck = (region: string, fields: Partial<IncomingResult> = {}) =>
    aFailure(agents, {
      region,
      scheduledAtMs: NOW + 40,
      attempt: 1,
      confirmation: true,
      ...fields,
    })

  // Two that fail of three are a quorum: what comes later than both is of an outage that was there before.
  it.for([
    'edit, slot, us-east, ap-south',
    'edit, slot+us-east+ap-south',
    'edit, us-east, slot, ap-south',
    'slot, edit, us-east, ap-south',
    'slot, edit, ap-south, us-east',
    'slot, edit, us-east+ap-south',
    'us-east, ap-south, edit, slot',
  ])('open no outage by what they found before: %s', async (order) => {
    const rows = {
      slot: inSlot(),
      'us-east': inRecheck('us-east'),
      'ap-south': inRecheck('ap-south'),
    }
    for (const step of order.split(', ')) {
      if (step === 'edit') await edit()
      else await commit(...step.split('+').map((name) => rows[name as keyof typeof rows]))
    }
    await look(NOW + 60_000)
    expect(await countOutages()).toBe(0)
    expect(await readState()).toMatchObject({ status: 'up' })
  })

  it('keep what they found before as history that does not count', async () => {
    await commit(inSlot())
    await edit()
    await commit(inRecheck('us-east'), inRecheck('ap-south'))
    expect(await uncounted()).toEqual(['ap-south', 'us-east'])
  })

  it('forget what was being confirmed, and confirm what the new settings find anew', async () => {
    await commit(inSlot())
    await edit()
    const fields = { generation: 2, scheduledAtMs: NOW + 60_000 }
    await commit(aFailure(agents, { ...fields, region: 'us-east' }))
    expect(await countOutages()).toBe(0)
    const again = { ...fields, scheduledAtMs: NOW + 60_040, attempt: 1, confirmation: true }
    await commit(aFailure(agents, { ...again, region: 'eu-west' }))
    await commit(aFailure(agents, { ...again, region: 'ap-south' }))
    expect(await countOutages()).toBe(1)
    expect(await uncounted()).toEqual([])
  })

  it('go on confirming when only the name changes', async () => {
    await commit(inSlot())
    await rename()
    await commit(inRecheck('us-east'), inRecheck('ap-south'))
    expect(await countOutages()).toBe(1)
  })

  it('end an outage of the old target by what the new one says', async () => {
    await commit(inSlot())
    await commit(inRecheck('us-east'), inRecheck('ap-south'))
    await edit()
    const up = { status: 'up', failureSource: null, phase: null, cause: null, error: null }
    const good = (region: string, generation: number, atMs: number) =>
      aFailure(agents, { ...up, region, generation, scheduledAtMs: atMs })
    for (const region of ['eu-west', 'us-east', 'ap-south']) {
      await commit(good(region, 1, NOW + 80))
    }
    expect(await readState()).toMatchObject({ status: 'down' })
    for (const region of ['eu-west', 'us-east', 'ap-south']) {
      await commit(good(region, 2, NOW + 60_000))
    }
    expect(await readState()).toMatchObject({ status: 'up', decision: {} })
  })
})

describe.for(['present', 'older'] as const)('agents of the %s version', (agents) => {
  it.for([200, 20_000])('%d ms after the edit check by the settings before it', async (afterMs) => {
    await edit()
    const late = { scheduledAtMs: EDITED + afterMs }
    await commit(aFailure(agents, late))
    await commit(
      aFailure(agents, { region: 'us-east', ...late }),
      aFailure(agents, { region: 'ap-south', ...late }),
    )
    expect(await countOutages()).toBe(0)
    expect(await uncounted()).toEqual(['ap-south', 'eu-west', 'us-east'])
    expect(await readState()).toEqual({ status: 'up', decision: {} })
  })
})

it('a database that was restored counts anew: what was found by settings of before has no say', async () => {
  // Of these settings the database knows nothing any more: the next change has their number.
  const before = { generation: 2, scheduledAtMs: EDITED - 10_000 }
  await edit()
  await commit(aFailure('present', before))
  await commit(
    aFailure('present', { region: 'us-east', ...before }),
    aFailure('present', { region: 'ap-south', ...before }),
  )
  expect(await countOutages()).toBe(0)
  expect(await uncounted()).toEqual(['ap-south', 'eu-west', 'us-east'])
  expect(await readState()).toEqual({ status: 'up', decision: {} })
})

it('an agent whose clock is a little behind checks by the present settings', async () => {
  const present = { generation: 2, scheduledAtMs: EDITED - 1_900 }
  await edit()
  await commit(aFailure('present', present))
  await commit(
    aFailure('present', { region: 'us-east', ...present }),
    aFailure('present', { region: 'ap-south', ...present }),
  )
  expect(await uncounted()).toEqual([])
})

it('whatever changes what is checked is a generation of its own, and nothing else is', async () => {
  const generation = async () => (await readAssignable(database.db, [monitorId]))[0]?.generation
  expect(await generation()).toBe(1)
  await rename()
  expect(await generation()).toBe(1)
  await edit()
  expect(await generation()).toBe(2)
  await select('update monitors set timeout_ms = timeout_ms + 1 where id = $1')
  expect(await generation()).toBe(3)
})
