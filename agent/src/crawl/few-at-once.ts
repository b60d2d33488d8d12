import type { RunInThread } from '../analyses/thread/threads.ts'
import { enterGate } from '../bounds/enter-gate.ts'
import { createGate } from '../bounds/gate.ts'

/** Asks the threads no more than so many things at once. */
export function fewAtOnce(run: RunInThread, total: number): RunInThread {
  const gate = createGate({ total, perKey: total })
  return async (task, input, options) => {
    const leave = await enterGate(gate, '', options.signal)
    try {
      return await run(task, input, options)
    } finally {
      leave()
    }
  }
}
