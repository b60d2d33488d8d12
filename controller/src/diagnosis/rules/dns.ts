import type { Case, Finding, Piece, Rule } from '../case.ts'
import { asTold, isOfLayer, regionsOf } from '../case.ts'
import { counted, listedBriefly, saidByServer } from '../wording.ts'

type Authorities = Piece<'authorities'>

/** Name servers that did not answer at all, by what the agents say of them. */
const SILENT = /^(?:its port is closed|it does not answer|.*has no address|.*could not be reached)/i

const isSilent = ({ problem }: { problem: string | null }): boolean =>
  problem !== null && SILENT.test(problem)

/** Name servers by name that are down wherever they were asked. */
function silentServers(pieces: readonly Authorities[]): { all: number; down: readonly string[] } {
  const servers = pieces.flatMap(({ found }) => found.nameServers)
  const names = [...new Set(servers.map(({ name }) => name))]
  const down = names.filter((name) => {
    return servers.filter((each) => each.name === name).every(isSilent)
  })
  return { all: names.length, down }
}

function bogus(facts: Case): Finding[] {
  const pieces = facts
    .evidence('resolver', 'failing')
    .filter(({ found }) => found.cause === 'dnssecBogus')
  if (pieces.length === 0 || facts.leading === 'dnssecBogus') return []
  const said = saidByServer(pieces[0]?.found.error ?? '')
  const because = `the records are given once the check of signatures is switched off${said}`
  const regions = regionsOf(facts.leadingChecks)
  return [{ cause: 'dnssecBogus', regions, kinds: ['check', 'resolver'], because }]
}

function nameServers(facts: Case): Finding[] {
  if (facts.leading !== 'dnsServfail' && facts.leading !== 'dnsTimeout') return []
  const { all, down } = silentServers(facts.evidence('authorities', 'failing'))
  if (all === 0 || down.length === 0) return []
  const because =
    down.length === all
      ? `${all === 1 ? 'its only name server' : `none of its ${counted(all, 'name server')}`} ${listedBriefly(down)} ${all === 1 ? 'does not answer' : 'answers'}`
      : `of its ${all} name servers ${listedBriefly(down)} ${down.length === 1 ? 'does' : 'do'} not answer`
  const regions = regionsOf(facts.leadingChecks)
  return [{ cause: 'nameserverDown', regions, kinds: ['check', 'authorities'], because }]
}

/** What the name's own servers say about what the resolvers told. */
function confirmed(facts: Case): Finding {
  const pieces = facts.evidence('authorities', 'failing')
  const agreeing = pieces.find(({ found }) => found.cause === facts.leading)
  if (agreeing !== undefined) {
    const zone = agreeing.found.zone === null ? 'the zone' : `the zone ${agreeing.found.zone}`
    const because = `the name servers of ${zone} say the same as the resolvers`
    return asTold(facts, { kinds: ['authorities'], because })
  }
  const answering = pieces.find(({ found }) => found.cause === null && found.answers.length > 0)
  if (answering === undefined) return asTold(facts)
  const list = listedBriefly(answering.found.answers)
  const because =
    facts.leading === 'nameserverDown'
      ? `the name itself is in order, as its own name servers answer (${list})`
      : `its own name servers do answer (${list}), so resolvers still remember an older answer or cannot reach them`
  return asTold(facts, { kinds: ['authorities'], because })
}

/** The name itself: what resolvers and the zone's own servers say. */
export const dnsRule: Rule = (facts) =>
  isOfLayer(facts, 'dns') ? [...bogus(facts), ...nameServers(facts), confirmed(facts)] : []
