import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSupervisorConfig } from '../../../../controller/src/supervisor/config.ts'
import { keepProgram } from '../../../../controller/src/supervisor/keeping/keep-program.ts'
import { nothingRuns } from '../../../../controller/src/supervisor/running.ts'
import { PATIENT } from '../../../helpers/patient.ts'

test('a program is kept, once at a time, although the disk has no room for a note of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-keep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const started = join(folder, 'started')
  const entry = join(folder, 'program.mjs')
  writeFileSync(
    entry,
    `import { appendFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(started)}, process.pid + '\\n')
     process.send({ type: 'ready' })
     process.on('disconnect', () => process.exit())`,
  )
  const dataFolder = join(folder, 'missing')
  const warnings: string[] = []
  const kept = keepProgram(
    {
      config: readSupervisorConfig({ SIGHTLINE_DATA_DIR: dataFolder }),
      environment: {},
      terminal: {
        step: () => {},
        during: (_text, _still, work) => work,
        say: () => {},
        warn: (text) => warnings.push(text),
      },
      logs: { write: () => {}, show: () => {}, hush: () => {} },
      running: nothingRuns(),
    },
    'controller',
    { entry, nodeFlags: [] },
    // What would run it comes after it, as arguments: nothing has to be bundled.
    async () => ({ prefix: [process.execPath, entry], account: null, arguments: [] }),
  )
  onTestFinished(() => kept.stop(0))
  await kept.ready
  expect(warnings).toEqual([expect.stringMatching(/ENOENT.*runtime\.json/)])
  const first = kept.record()
  expect(first).not.toBeNull()
  mkdirSync(dataFolder)
  kept.restart()
  await vi.waitFor(() => expect(kept.record()?.pid ?? first?.pid).not.toBe(first?.pid), PATIENT)
  await vi.waitFor(() => {
    expect(readFileSync(started, 'utf8').trim().split('\n')).toEqual(
      [first, kept.record()].map((record) => String(record?.pid)),
    )
  }, PATIENT)
})
