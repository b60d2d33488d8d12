import type { Case, Finding, Rule } from '../case.ts'
import { asTold, isOfLayer } from '../case.ts'
import { portsAre } from '../wording.ts'

/** What other ports of the host say about a refusal: open ones mean that the host lives. */
function refusal(facts: Case): Finding {
  const list = facts.evidence('ports', 'failing').flatMap(({ found }) => found)
  if (list.length === 0) return asTold(facts)
  const open = [...new Set(list.filter(({ state }) => state === 'open').map(({ port }) => port))]
  const because =
    open.length > 0
      ? `${portsAre(open)} open, so the host is up and only this service is not running`
      : list.every(({ state }) => state === 'refused')
        ? 'its other usual ports are closed too, so the host is up but its services are not running'
        : 'the host is up, because it refuses connections by itself'
  return asTold(facts, { kinds: ['ports'], because })
}

/** A connection that is taken, but breaks or stays silent. */
function broken(facts: Case): Finding {
  const connected = facts.evidence('connect', 'failing').filter(({ found }) => found.cause === null)
  if (connected.length === 0) return asTold(facts)
  const because =
    'a plain connection to the port is taken, so the service is there and ends it by itself'
  return asTold(facts, { kinds: ['connect'], because })
}

/** The service's port. */
export const tcpRule: Rule = (facts) => {
  if (!isOfLayer(facts, 'tcp')) return []
  switch (facts.leading) {
    case 'connectionRefused':
    case 'udpPortUnreachable':
      return [refusal(facts)]
    case 'connectionReset':
      return [broken(facts)]
    case 'udpNoReply': {
      const list = facts.evidence('ports', 'failing').flatMap(({ found }) => found)
      const open = list.filter(({ state }) => state === 'open').map(({ port }) => port)
      const because = `${portsAre([...new Set(open)])} open, so the host is up`
      return [open.length === 0 ? asTold(facts) : asTold(facts, { kinds: ['ports'], because })]
    }
    default:
      return [asTold(facts)]
  }
}
