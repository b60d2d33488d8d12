import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { chromeArguments } from '../../../../agent/src/browser/chrome-arguments.ts'
import { isSharedMemoryPoor } from '../../../../agent/src/browser/shared-memory.ts'

test.skipIf(process.platform !== 'linux')(
  'shared memory that is not there, or has no room, is poor',
  async () => {
    expect(await isSharedMemoryPoor(path.join(tmpdir(), 'none'))).toBe(true)
    // Whoever may write there: there is no room.
    expect(await isSharedMemoryPoor('/proc')).toBe(true)
  },
)

test('Chrome does without it then, and only then', () => {
  const situation = { profileFolder: '/p', isSandboxed: true }
  const flag = '--disable-dev-shm-usage'
  expect(chromeArguments({ ...situation, isSharedMemoryPoor: true })).toContain(flag)
  expect(chromeArguments({ ...situation, isSharedMemoryPoor: false })).not.toContain(flag)
})
