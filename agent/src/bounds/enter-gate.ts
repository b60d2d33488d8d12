import { WorkRefusal } from '../outcome/work.ts'
import type { Gate } from './gate.ts'

/** Waits for a place behind a gate. @returns what gives it up; it must be called once
 *  @throws WorkRefusal when the time of whoever waits is over before */
export function enterGate(gate: Gate, key: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void =>
      reject(new WorkRefusal('unavailable', 'The agent has too much to do: try again.'))
    if (signal.aborted) {
      giveUp()
      return
    }
    signal.addEventListener('abort', giveUp, { once: true })
    gate.pass(key, false, (leave) => {
      signal.removeEventListener('abort', giveUp)
      if (signal.aborted) leave()
      else resolve(leave)
    })
  })
}
