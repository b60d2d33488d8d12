import { getPriority, platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const MODULE = new URL('../../../../agent/src/bounds/thread-niceness.ts', import.meta.url)

/** A thread that lowers itself, then stays as low, and tells the system's number of it. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData).then(({ lowerThreadPriority }) => {
    lowerThreadPriority(7)
    lowerThreadPriority(3)
    parentPort.postMessage(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1))
    parentPort.on('message', () => parentPort.close())
  })
`

test.runIf(platform() === 'linux')(
  'a thread stands behind others, and the process does not',
  async () => {
    const before = getPriority()
    const thread = new Worker(THREAD, { eval: true, workerData: MODULE.href })
    const id = await new Promise<string>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
    })
    expect(getPriority(Number(id))).toBe(Math.max(7, before))
    expect(getPriority()).toBe(before)
    await thread.terminate()
  },
)
