import { roundMs } from '../../outcome/check-outcome.ts'
import { printable } from '../../outcome/printable.ts'
import type { Gather } from '../gather.ts'
import { MAX_SENTENCE } from '../gather.ts'

/** A plain TCP connection to the monitor's port, closed at once. */
export const gatherConnect: Gather<'connect'> = async ({ host, port, ip }, { tools }, signal) => {
  if (port === null) return null
  const dialled = await tools.dial({ host: ip ?? host, port, family: 'any' }, signal)
  if (dialled.ok) {
    dialled.socket.destroy()
    return { ip: dialled.ip, connectMs: roundMs(dialled.connectMs), cause: null, error: null }
  }
  const { cause, message } = dialled.failure
  return { ip: dialled.ip, connectMs: null, cause, error: printable(message, MAX_SENTENCE) }
}
