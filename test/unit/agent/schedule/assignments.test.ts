import type { MessageInitShape } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import {
  AssignmentSchema,
  AssignmentUpdateSchema,
} from '@sightline/shared/gen/probe/v1/assignment_pb'
import { MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test } from 'vitest'
import { createAssignmentStore } from '../../../../agent/src/state/assignment-store.ts'
import { createAssignments } from '../../../../agent/src/schedule/assignments.ts'
import { openState } from '../../../../agent/src/state/database.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const NOW = 1_700_000_000_000

function anAssignment(monitorId: number, fields: MessageInitShape<typeof AssignmentSchema> = {}) {
  return create(AssignmentSchema, {
    monitorId,
    periodMs: 60_000,
    phaseMs: 1_000,
    check: {
      type: MonitorType.WEB,
      url: `https://Host${monitorId}.example:8443/path`,
      timeoutMs: 10_000,
      settingsJson: '{}',
    },
    ...fields,
  } as MessageInitShape<typeof AssignmentSchema>)
}

function agentWith(folder = temporaryFolder()) {
  const database = openState(folder)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  const ticking = new Map<number, number>()
  const moves: number[] = []
  const once: [number, number][] = []
  let writes = 0
  let reads = 0
  const store = createAssignmentStore(database)
  const assignments = createAssignments({
    database,
    store: {
      ...store,
      put: (stored, spec) => {
        writes += 1
        store.put(stored, spec)
      },
      spec: (monitorId) => {
        reads += 1
        return store.spec(monitorId)
      },
    },
    ticker: {
      set: (monitorId, _grid, fromMs) => {
        ticking.set(monitorId, fromMs)
        moves.push(monitorId)
      },
      remove: (monitorId) => ticking.delete(monitorId),
    },
    now: () => NOW,
    runOnce: (monitorId, runAtMs) => once.push([monitorId, runAtMs]),
    log: createLogger('test', 'silent'),
  })
  const apply = (update: MessageInitShape<typeof AssignmentUpdateSchema>): void =>
    assignments.apply(create(AssignmentUpdateSchema, update))
  return {
    assignments,
    apply,
    ticking,
    moves,
    once,
    writes: () => writes,
    reads: () => reads,
    folder,
    database,
  }
}

test('a snapshot in several messages replaces the set with its last one', () => {
  const agent = agentWith()
  agent.apply({ upserts: [anAssignment(1), anAssignment(2), anAssignment(3)] })
  agent.apply({ snapshot: true, upserts: [anAssignment(2)] })
  expect(agent.assignments.count()).toBe(3)
  agent.apply({ snapshot: true, last: true, upserts: [anAssignment(4)] })
  expect([...agent.ticking.keys()]).toEqual([2, 4])
})

test('an unfinished snapshot is forgotten with its stream', () => {
  const agent = agentWith()
  agent.apply({ snapshot: true, upserts: [anAssignment(1)] })
  agent.assignments.connected()
  agent.apply({ snapshot: true, last: true, upserts: [anAssignment(2)] })
  expect([...agent.ticking.keys()]).toEqual([2])
})

test('a change between two parts of a snapshot is kept', () => {
  const agent = agentWith()
  agent.apply({ snapshot: true, upserts: [anAssignment(1), anAssignment(2)] })
  agent.apply({ upserts: [anAssignment(9)], removedMonitorIds: [2] })
  agent.apply({ snapshot: true, last: true })
  expect([...agent.ticking.keys()]).toEqual([1, 9])
})

test('an unchanged assignment sent again writes nothing and moves no timer', () => {
  const agent = agentWith()
  agent.apply({ upserts: [anAssignment(1)] })
  agent.apply({ snapshot: true, last: true, upserts: [anAssignment(1, { coverFromMs: 5n })] })
  expect(agent.writes()).toBe(1)
  expect(agent.moves).toEqual([1])
})

test('changed settings are written and read back', () => {
  const agent = agentWith()
  agent.apply({ upserts: [anAssignment(1)] })
  const check = {
    type: MonitorType.WEB,
    url: 'http://other.example/',
    timeoutMs: 5,
    settingsJson: '',
  }
  agent.apply({ upserts: [anAssignment(1, { check })] })
  expect(agent.assignments.spec(1)?.url).toBe('http://other.example/')
  expect(agent.assignments.host(1)).toBe('other.example')
})

test('a monitor that is new here covers slots from the instant it is told, a known one does not', () => {
  const agent = agentWith()
  agent.apply({
    upserts: [anAssignment(1, { coverFromMs: BigInt(NOW - 30_000) }), anAssignment(2)],
  })
  expect(agent.ticking.get(1)).toBe(NOW - 30_000)
  expect(agent.ticking.get(2)).toBe(NOW)
})

test('a check beside the grid is begun once, also over a restart', () => {
  const agent = agentWith()
  const first = anAssignment(1, { runAtMs: BigInt(NOW - 500) })
  agent.apply({ upserts: [first] })
  agent.apply({ upserts: [first] })
  expect(agent.once).toEqual([[1, NOW - 500]])
  agent.database.close()

  const unfinished = agentWith(agent.folder)
  unfinished.assignments.load(NOW)
  expect(unfinished.once).toEqual([[1, NOW - 500]])
  unfinished.assignments.ranOnce(1, NOW - 500)
  unfinished.database.close()

  const done = agentWith(agent.folder)
  done.assignments.load(NOW)
  done.apply({ snapshot: true, last: true, upserts: [first] })
  expect(done.once).toEqual([])
})

test('a check beside the grid that was made is not made again where its monitor comes back', () => {
  const agent = agentWith()
  const first = anAssignment(1, { runAtMs: BigInt(NOW - 500) })
  agent.apply({ upserts: [first] })
  agent.assignments.ranOnce(1, NOW - 500)
  agent.apply({ removedMonitorIds: [1] })
  agent.apply({ upserts: [first] })
  expect(agent.once).toEqual([[1, NOW - 500]])
  agent.apply({ removedMonitorIds: [1] })
  agent.apply({ upserts: [anAssignment(1, { runAtMs: BigInt(NOW - 100) })] })
  expect(agent.once).toEqual([
    [1, NOW - 500],
    [1, NOW - 100],
  ])
})

test('a check beside the grid of which nothing came is made where its monitor comes back', () => {
  const agent = agentWith()
  const first = anAssignment(1, { runAtMs: BigInt(NOW - 500) })
  agent.apply({ upserts: [first] })
  agent.apply({ removedMonitorIds: [1] })
  agent.apply({ upserts: [first] })
  expect(agent.once).toHaveLength(2)
})

test('a check beside the grid that is older than a period is not begun', () => {
  const agent = agentWith()
  agent.apply({ upserts: [anAssignment(1, { runAtMs: BigInt(NOW - 61_000) })] })
  expect(agent.once).toEqual([])
})

test('a restart goes on from where it was, but not before a monitor was assigned', () => {
  const agent = agentWith()
  agent.apply({
    upserts: [anAssignment(1, { coverFromMs: BigInt(NOW - 50_000) }), anAssignment(2)],
  })
  agent.database.close()
  const again = agentWith(agent.folder)
  again.assignments.load(NOW - 20_000)
  expect(again.ticking.get(1)).toBe(NOW - 20_000)
  expect(again.ticking.get(2)).toBe(NOW)
  expect(again.assignments.spec(2)?.timeoutMs).toBe(10_000)
})

test('assignments that make no sense are ignored', () => {
  const agent = agentWith()
  agent.apply({
    upserts: [
      anAssignment(0),
      anAssignment(1, { periodMs: 0 }),
      anAssignment(2, { phaseMs: 60_000 }),
      create(AssignmentSchema, { monitorId: 3, periodMs: 60_000 }),
      anAssignment(4),
    ],
  })
  expect([...agent.ticking.keys()]).toEqual([4])
})

test('what is held has a hash of its own, in whatever order it was told', () => {
  const one = agentWith()
  one.apply({ number: 1, upserts: [anAssignment(1), anAssignment(2), anAssignment(3)] })
  one.apply({ number: 2, removedMonitorIds: [2] })
  const other = agentWith()
  other.apply({ number: 9, snapshot: true, upserts: [anAssignment(3)] })
  other.apply({ number: 10, snapshot: true, last: true, upserts: [anAssignment(1)] })
  expect(one.assignments.held()?.update).toBe(2)
  expect(other.assignments.held()).toEqual({ ...one.assignments.held(), update: 10 })

  const held = one.assignments.held()?.hash
  const check = { url: 'https://host1.example/', settingsJson: '{}', generation: 2 }
  for (const changed of [{ check }, { phaseMs: 2_000 }, { runAtMs: BigInt(NOW) }]) {
    one.apply({ upserts: [anAssignment(1, changed)] })
    expect(one.assignments.held()?.hash).not.toBe(held)
    one.apply({ upserts: [anAssignment(1)] })
    expect(one.assignments.held()?.hash).toBe(held)
  }
})

test('what is held is not told before a controller of this run has told all of it', () => {
  const agent = agentWith()
  agent.apply({ upserts: [anAssignment(1), anAssignment(2)] })
  const held = agent.assignments.held()
  agent.database.close()
  const again = agentWith(agent.folder)
  again.assignments.load(NOW)
  expect(again.assignments.held()).toBeNull()
  again.apply({ number: 1, snapshot: true, upserts: [anAssignment(2)] })
  expect(again.assignments.held()).toBeNull()
  again.apply({ number: 2, snapshot: true, last: true, upserts: [anAssignment(1)] })
  expect(again.assignments.held()).toEqual({ update: 2, hash: held?.hash })
  expect(again.writes()).toBe(0)
})

test('a new stream begins to count its updates anew', () => {
  const agent = agentWith()
  agent.apply({ number: 5, upserts: [anAssignment(1)] })
  agent.assignments.connected()
  expect(agent.assignments.held()?.update).toBe(0)
})

test('what monitors were before, or that are gone, takes no room: the settings of others are still read once', () => {
  const agent = agentWith()
  const withSettings = (monitorId: number, settingsJson: string) =>
    anAssignment(monitorId, {
      check: {
        type: MonitorType.WEB,
        url: 'https://site.example/',
        timeoutMs: 1_000,
        settingsJson,
      },
    })
  const large = (n: number): string => JSON.stringify({ text: String(n).repeat(1024 * 1024) })
  for (let edit = 1; edit < 8; edit += 1) {
    agent.apply({ upserts: [withSettings(1, large(edit)), withSettings(2, large(edit))] })
    for (const monitorId of [1, 2]) agent.assignments.spec(monitorId)
    agent.apply({ removedMonitorIds: [2] })
  }
  const before = agent.reads()
  agent.apply({ upserts: [withSettings(3, large(9))] })
  for (let check = 0; check < 3; check += 1) {
    expect(agent.assignments.spec(3)?.settingsJson).toBe(large(9))
  }
  expect(agent.reads() - before).toBe(1)
})

test('an assignment that the disk did not keep is none, until a controller tells it again', () => {
  const { folder, apply, database } = agentWith()
  apply({ number: 1, snapshot: true, last: true, upserts: [anAssignment(1), anAssignment(2)] })
  database.exec('update assignments set check_spec = zeroblob(20) where monitor_id = 1')
  database.close()
  const again = agentWith(folder)
  again.assignments.load(NOW)
  expect(again.assignments.spec(1)).toBeNull()
  expect(again.assignments.spec(2)?.url).toBe('https://Host2.example:8443/path')
  expect([...again.ticking.keys()]).toEqual([2])
  expect(again.assignments.count()).toBe(1)
  again.apply({ upserts: [anAssignment(1)] })
  expect(again.assignments.spec(1)?.url).toBe('https://Host1.example:8443/path')
})
