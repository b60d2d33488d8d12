import type { Case, Finding, Rule } from '../case.ts'
import { asTold, isOfLayer } from '../case.ts'
import { portsAre } from '../wording.ts'

/** What the server's other doors and its own reply say. */
function leadingFinding(facts: Case): Finding {
  const list = facts.evidence('ports', 'failing').flatMap(({ found }) => found)
  const open = [...new Set(list.filter(({ state }) => state === 'open').map(({ port }) => port))]
  if (open.length > 0) {
    const because = `its other mail ${portsAre(open)} open, so the server is up`
    return asTold(facts, { kinds: ['ports'], because })
  }
  const connected = facts.evidence('connect', 'failing').some(({ found }) => found.cause === null)
  const because = connected ? 'the port takes connections' : null
  return asTold(facts, { kinds: connected ? ['connect'] : [], because })
}

function withoutExchanger(facts: Case): Finding {
  const confirming = facts
    .evidence('authorities', 'failing')
    .find(({ found }) => found.recordType === 'MX' && found.rcode === 'NOERROR')
  if (confirming === undefined) return asTold(facts)
  const because = 'the name servers of the zone say the same'
  return asTold(facts, { kinds: ['authorities'], because })
}

/** The dialogue with a mail server. */
export const mailRule: Rule = (facts) => {
  if (!isOfLayer(facts, 'mail')) return []
  return [facts.leading === 'mxMissing' ? withoutExchanger(facts) : leadingFinding(facts)]
}
