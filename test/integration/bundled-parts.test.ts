import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readInProcess } from '../../controller/src/imports/read-in-process.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

/** Tells of each process as it is made, whoever makes it. */
const CHANNEL = 'child_process'

it('what a test has loaded starts bundles, not sources, which take twice as long to load', async () => {
  const started: ChildProcess[] = []
  const note = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process)
  }
  subscribe(CHANNEL, note)
  onTestFinished(() => void unsubscribe(CHANNEL, note))
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, 'https://a.example\n')
  for await (const line of readInProcess(file, 'auto')) expect(line.kind).not.toBe('problem')
  const programs = started.flatMap(({ spawnargs }) => spawnargs)
  expect(programs).toContainEqual(expect.stringMatching(/imports-reading-main\.mjs$/))
})
