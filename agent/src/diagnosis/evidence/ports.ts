import type { Cause } from '@sightline/shared/causes'
import type { Evidence } from '@sightline/shared/diagnosis'
import { hintsOf } from '../../checks/index.ts'
import { withinShare } from '../../dns/ask-in-turn.ts'
import type { Gather } from '../gather.ts'
import type { Subject } from '../subject.ts'

/** A port that is open answers well within this. */
const PORT_LIMIT_MS = 3_000
/** More would be a scan. */
const MAX_PORTS = 3

/** Ports of the same host that tell whether it lives: open or refused means that it does. */
export function usualPorts({ type, url, settings, port }: Subject): readonly number[] {
  const usual = hintsOf(type).otherPorts(url, settings)
  return usual.filter((each) => each !== port).slice(0, MAX_PORTS)
}

type State = Evidence['ports'][number]['state']

const STATES: Partial<Record<Cause, State>> = {
  connectionRefused: 'refused',
  connectionReset: 'refused',
  connectionTimeout: 'silent',
}

/** Whether a few other ports of the same address take connections. */
export const gatherPorts: Gather<'ports'> = async (subject, { tools, ports }, signal) => {
  const { host, ip } = subject
  return Promise.all(
    ports.others(subject).map((port) =>
      withinShare(signal, PORT_LIMIT_MS, async (limit) => {
        const dialled = await tools.dial({ host: ip ?? host, port, family: 'any' }, limit)
        if (dialled.ok) dialled.socket.destroy()
        const state: State = dialled.ok ? 'open' : (STATES[dialled.failure.cause] ?? 'unreachable')
        return { port, state }
      }),
    ),
  )
}
