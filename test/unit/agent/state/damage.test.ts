import { create, toBinary } from '@bufbuild/protobuf'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { isUnreadable } from '../../../../agent/src/state/damage.ts'
import type { FoundDamage } from '../../../../agent/src/state/database.ts'
import { openState, StateError, stateFile } from '../../../../agent/src/state/database.ts'
import { countPages, damagePage } from '../../../helpers/damaged-state.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const MONITORS = 100
const RESULTS = 20_000
const STATE_SOURCE = new URL('../../../../agent/src/state/database.ts', import.meta.url).href

/** Opens a state as the agent does at its start. @returns it, and what was found of it */
function start(folder: string): { database: DatabaseSync; found: FoundDamage[] } {
  const found: FoundDamage[] = []
  const database = openState(folder, (damage) => found.push(damage))
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return { database, found }
}

/** The folder of an agent that has checked for a while and was stopped. */
function aState(): string {
  const folder = temporaryFolder()
  const { database } = start(folder)
  database.exec('begin')
  database.prepare("insert into facts values ('agent_id', 'agt_7')").run()
  const spec = toBinary(CheckSpecSchema, create(CheckSpecSchema, { timeoutMs: 10_000 }))
  const assign = database.prepare('insert into assignments values (?, ?, 60000, 0, ?, 0, 0, 0)')
  for (let monitor = 1; monitor <= MONITORS; monitor += 1) assign.run(monitor, 'a.test', spec)
  const result = toBinary(
    CheckResultSchema,
    create(CheckResultSchema, { detailsJson: 'x'.repeat(60) }),
  )
  const spool = database.prepare(
    'insert into spool (monitor_id, scheduled_at_ms, attempt, result) values (7, ?, 0, ?)',
  )
  for (let slot = 1; slot <= RESULTS; slot += 1) spool.run(slot, result)
  database.exec('commit')
  database.close()
  return folder
}

/** A page in the middle of the results. */
const middlePage = (folder: string): number => Math.floor(countPages(folder) / 3)

const count = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`select count(*) as rows from ${table}`).get()?.['rows'])

test('a whole state is opened as it is', () => {
  const { database, found } = start(aState())
  expect(found).toEqual([])
  expect(count(database, 'spool')).toBe(RESULTS)
})

test('of a state with a damaged page all is there again that is not on it', () => {
  const folder = aState()
  damagePage(folder, middlePage(folder))
  const { database, found } = start(folder)
  expect(found).toMatchObject([{ saved: { facts: 1, assignments: MONITORS } }])
  const kept = count(database, 'spool')
  expect(found[0]?.saved.spool).toBe(kept)
  expect(kept).toBeLessThan(RESULTS)
  expect(kept).toBeGreaterThan(0.98 * RESULTS)
  expect(database.prepare('select max(sequence) as last from spool').get()).toMatchObject({
    last: RESULTS,
  })
  // What cannot be read is kept for whoever wants to try.
  expect(existsSync(found[0]?.keptAs ?? '')).toBe(true)
  database.close()
  expect(start(folder).found).toEqual([])
})

test('what can be read is there also where the first try to put it into a new state was ended half way', () => {
  const folder = aState()
  damagePage(folder, middlePage(folder))
  // The system ends a process that writes beyond: here within the copy of the results.
  const limited = ['-c', 'ulimit -f 2000; exec "$0" "$@"', process.execPath, '--input-type=module']
  const open = `import(${JSON.stringify(STATE_SOURCE)}).then((state) => state.openState(process.argv[1]))`
  expect(spawnSync('sh', [...limited, '-e', open, folder]).status).not.toBe(0)
  const { database, found } = start(folder)
  expect(found).toMatchObject([{ saved: { facts: 1, assignments: MONITORS } }])
  expect(count(database, 'spool')).toBeGreaterThan(0.98 * RESULTS)
})

test('a new state that only had to take the place of the damaged one takes it', () => {
  const folder = aState()
  const file = stateFile(folder)
  renameSync(file, `${file}.new`)
  writeFileSync(`${file}.damaged`, 'what was damaged')
  expect(count(start(folder).database, 'spool')).toBe(RESULTS)
})

test('a state that cannot be set aside is named with what to do, and is as it was', () => {
  const folder = aState()
  damagePage(folder, middlePage(folder))
  mkdirSync(`${stateFile(folder)}.new`)
  expect(() => openState(folder)).toThrow(
    /^the state folder .* is damaged, and no new one can be made of what can be read of it: .*: make room/,
  )
  rmSync(`${stateFile(folder)}.new`, { recursive: true })
  expect(start(folder).found).toMatchObject([{ saved: { facts: 1, assignments: MONITORS } }])
})

test('a page that the disk does not give is one that is damaged; a disk that takes or locks nothing is another matter', () => {
  const READ = 266
  const READ_EIO = 8_458
  const WRITE = 778
  const LOCK = 3_850
  const FULL = 13
  const said = [READ, READ_EIO, WRITE, LOCK, FULL].map((errcode) => isUnreadable({ errcode }))
  expect(said).toEqual([true, true, false, false, false])
})

test('numbers of results are not given again after it', () => {
  const folder = aState()
  const before = start(folder).database
  before.exec(`delete from spool where sequence > ${RESULTS / 2}`)
  before.close()
  damagePage(folder, middlePage(folder))
  const { database } = start(folder)
  expect(count(database, 'spool')).toBeLessThan(RESULTS)
  const { lastInsertRowid } = database
    .prepare('insert into spool (monitor_id, scheduled_at_ms, attempt, result) values (1, 1, 0, ?)')
    .run(Buffer.alloc(0))
  expect(lastInsertRowid).toBe(RESULTS + 1)
})

test('a file that is no state any more is set aside, and the agent begins anew', () => {
  const folder = aState()
  damagePage(folder, 0)
  const { database, found } = start(folder)
  expect(found).toMatchObject([{ saved: { facts: 0, assignments: 0, spool: 0 } }])
  expect(statSync(stateFile(folder)).mode & 0o777).toBe(0o600)
  database.exec("insert into facts values ('agent_id', 'agt_8')")
})

test('what was damaged before gives way to what is damaged now', () => {
  const folder = aState()
  damagePage(folder, 0)
  start(folder).database.close()
  damagePage(folder, 0)
  const { found } = start(folder)
  expect(found).toHaveLength(1)
})

test('a state that another agent holds is not taken for damaged', () => {
  const folder = aState()
  const { database } = start(folder)
  expect(() => openState(folder)).toThrow(StateError)
  expect(count(database, 'spool')).toBe(RESULTS)
})
