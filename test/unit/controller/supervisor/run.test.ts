import { expect, test, vi } from 'vitest'
import { endRun, startRun } from '../../../../controller/src/supervisor/keeping/run.ts'
import { recordProcess, waitUntilGone } from '../../../../controller/src/supervisor/processes.ts'
import { PATIENT } from '../../../helpers/patient.ts'

const start = (...words: string[]) => {
  const lines: string[] = []
  const run = startRun({ words, account: null, onLine: (line) => lines.push(line) })
  return { run, lines }
}

test('how a program ended is told in words, after its last ones', async () => {
  const { run, lines } = start('sh', '-c', 'echo one; echo two >&2; exit 3')
  expect(await run.ended).toBe('ended with code 3')
  expect(lines.toSorted()).toEqual(['one', 'two'])
  expect(await start('sh', '-c', 'kill -9 $$').run.ended).toBe('was ended by SIGKILL')
})

test('one that cannot be started fails, and nothing else does', async () => {
  const { run } = start('/nonexistent')
  expect(run.record).toBeNull()
  await expect(run.ended).rejects.toThrow('ENOENT')
  await endRun(run, [['SIGTERM', 1_000]])
})

test('one that does not heed a signal is killed, with what it started', async () => {
  const { run, lines } = start(
    'sh',
    '-c',
    'trap "" TERM; sleep 60 & echo $!; while :; do wait; done',
  )
  await vi.waitFor(() => expect(lines).toHaveLength(1), PATIENT)
  const started = [recordProcess(Number(lines[0])), run.record].filter((each) => each !== null)
  expect(started).toHaveLength(2)
  await endRun(run, [
    ['SIGTERM', 100],
    ['SIGKILL', 2_000],
  ])
  expect(await run.ended).toBe('was ended by SIGKILL')
  expect(await waitUntilGone(started, 2_000)).toBe(true)
})
