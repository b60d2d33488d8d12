import type { NameResolver } from '@sightline/shared/name-resolution'
import { peerName } from '@sightline/shared/peer-name'
import { connectTo } from '../net/dial.ts'
import type { Probe } from './probe.ts'

/** Something that is there whenever this agent has a way out. The operator names it, so no address
 *  rule binds it. */
export type EgressTarget =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'dns'; readonly name: string }

const TIMEOUT_MS = 3_000

/** Reads "tcp://host:port" or "dns://name". @returns null when it is neither */
export function parseEgressTarget(text: string): EgressTarget | null {
  const tcp = /^tcp:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+):(\d{1,5})$/i.exec(text)
  if (tcp?.[1] !== undefined) {
    const port = Number(tcp[2])
    const host = tcp[1].replace(/^\[|\]$/g, '')
    return port >= 1 && port <= 65_535 ? { kind: 'tcp', host, port } : null
  }
  const dns = /^dns:\/\/([a-z0-9._-]+)$/i.exec(text)
  return dns?.[1] === undefined ? null : { kind: 'dns', name: dns[1] }
}

async function isReached(target: EgressTarget, resolver: NameResolver): Promise<boolean> {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const host = target.kind === 'tcp' ? target.host : target.name
  const found = await resolver.resolve(host, {
    signal: limit,
    timeoutMs: TIMEOUT_MS,
    family: 'any',
  })
  if (!found.ok) return false
  if (target.kind === 'dns') return true
  const attempt = await connectTo(found.addresses, target, limit)
  if (!('socket' in attempt)) return false
  attempt.socket.destroy()
  return true
}

const nameOf = (target: EgressTarget): string =>
  target.kind === 'dns' ? target.name : peerName(target.host, target.port)

/** Whether this agent has a way out: one of the targets is enough, because any of them may be down.
 *  Without targets nothing is asked (an agent may live in a network without a way out). */
export function egressProbe(targets: readonly EgressTarget[], resolver: NameResolver): Probe {
  return async () => {
    if (targets.length === 0) return null
    const reached = await Promise.all(targets.map((target) => isReached(target, resolver)))
    if (reached.includes(true)) return null
    const names = targets.map(nameOf).join(', ')
    const toldToOthers = 'the agent has no way out'
    const message = `${toldToOthers}: none of ${names} (SIGHTLINE_SELF_TEST) can be reached`
    return { cause: 'agentEgressDown', message, toldToOthers }
  }
}
