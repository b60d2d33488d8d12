import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { fillQueue } from '../../bench/detection/faults/blackhole.ts'
import type { CauseTarget } from './cause-target.ts'
import type { WaitingLine } from './waiting-line-thread.ts'

const LOOK_EVERY_MS = 10

/** How many who wanted to connect found a full queue in this network so far. */
async function turnedAway(): Promise<number> {
  const [names = '', counts = ''] = (await readFile('/proc/net/netstat', 'utf8')).split('\n')
  return Number(counts.split(' ')[names.split(' ').indexOf('ListenOverflows')])
}

/** A server too busy to take who waits in line: the first packet of whoever wants to connect is dropped,
 *  the second, which the system sends a second later, gets through. */
export async function waitingLineTarget(host: string): Promise<CauseTarget> {
  const mayGoOn = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL('waiting-line-thread.ts', import.meta.url), {
    workerData: { host, mayGoOn } satisfies WaitingLine,
  })
  const [port] = (await once(thread, 'message')) as [number]

  async function keepBusy(): Promise<never> {
    for (;;) {
      const waiting = await fillQueue(host, port)
      const before = await turnedAway()
      while ((await turnedAway()) === before) await delay(LOOK_EVERY_MS)
      const standing = once(thread, 'message')
      Atomics.store(mayGoOn, 0, 1)
      Atomics.notify(mayGoOn, 0)
      await standing
      for (const socket of waiting) socket.destroy()
    }
  }

  return {
    port,
    async break() {
      const standing = once(thread, 'message')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      thread.postMessage('break')
      await standing
      void keepBusy()
    },
  }
}
