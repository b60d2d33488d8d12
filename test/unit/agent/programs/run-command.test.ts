import { expect, test } from 'vitest'
import { runCommand } from '../../../../agent/src/programs/run-command.ts'
import { runOutOfFiles } from '../../../helpers/out-of-files.ts'

const run = (script: string, signal = new AbortController().signal, maxOutput = 1_000) =>
  runCommand('/bin/sh', ['-c', script], { signal, maxOutput })

test('gives what a program wrote to both outputs, and its code', async () => {
  expect(await run('echo a; echo b >&2; exit 3')).toMatchObject({ kind: 'ended', exitCode: 3 })
  expect((await run('echo a')).output).toBe('a\n')
  expect((await run('echo b >&2')).output).toBe('b\n')
})

test('a program that does not exist is not started', async () => {
  const options = { signal: new AbortController().signal, maxOutput: 1_000 }
  const ended = await runCommand('/nonexistent/program', [], options)
  expect(ended).toEqual({ kind: 'notStarted', output: '' })
})

test('the signal and too much output stop it', async () => {
  expect(await run('exec sleep 60', AbortSignal.timeout(50))).toMatchObject({ kind: 'stopped' })
  expect(await run('exec sleep 60', AbortSignal.abort())).toMatchObject({ kind: 'stopped' })
  expect(await run('exec yes')).toMatchObject({ kind: 'stopped' })
})

test.for([0, 1, 3, 5])(
  'with room for %i more files it is not started, or runs, and breaks nothing',
  async (left) => {
    const ended = await runOutOfFiles(
      { runCommand: 'agent/src/programs/run-command.ts' },
      `fillUp(${left})
       const options = { signal: new AbortController().signal, maxOutput: 1000 }
       report(await runCommand('/bin/true', [], options))`,
    )
    expect(ended).toMatchObject({
      kind: expect.stringMatching(/^(?:notStarted|ended)$/) as string,
      output: '',
    })
  },
)
