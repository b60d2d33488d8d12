import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CauseTarget } from './cause-target.ts'
import type { WaitingLine } from './waiting-line-thread.ts'

const LOOK_EVERY_MS = 10
/** Until somebody comes, which may take minutes. */
const WATCH_EVERY_MS = 100

/** Who found the line full tries again every second, or with older systems after 1 s and 3 s: let in is
 *  who has waited for 2 or 3 s, whether the first try was noticed or only the second. */
const FULL_FOR_MS = 1_500

/** How many who wanted to connect found a full queue in this network so far. */
async function turnedAway(): Promise<number> {
  const [names = '', counts = ''] = (await readFile('/proc/net/netstat', 'utf8')).split('\n')
  return Number(counts.split(' ')[names.split(' ').indexOf('ListenOverflows')])
}

/** Takes places in a line that nobody empties until the system turns one away: there is none left.
 *  A time limit would not tell that from a machine with too much to do. */
async function fillLine(host: string, port: number): Promise<Socket[]> {
  const waiting: Socket[] = []
  for (;;) {
    const before = await turnedAway()
    const socket = connect({ host, port })
    socket.on('error', () => {})
    while (socket.connecting && (await turnedAway()) === before) await delay(LOOK_EVERY_MS)
    if (socket.connecting) {
      socket.destroy()
      return waiting
    }
    waiting.push(socket)
  }
}

/** A server too busy to take who waits in line: whoever wants to connect is dropped at first and let in
 *  two or three seconds later. */
export async function waitingLineTarget(host: string): Promise<CauseTarget> {
  const mayGoOn = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL('waiting-line-thread.ts', import.meta.url), {
    workerData: { host, mayGoOn } satisfies WaitingLine,
  })
  const [port] = (await once(thread, 'message')) as [number]

  async function keepBusy(): Promise<never> {
    for (;;) {
      const waiting = await fillLine(host, port)
      const before = await turnedAway()
      while ((await turnedAway()) === before) await delay(WATCH_EVERY_MS)
      await delay(FULL_FOR_MS)
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
