import { isCause } from '@sightline/shared/causes'
import { utcWords } from '../../alerting/message/time-words.ts'
import type { Case, Finding, Rule } from '../case.ts'
import { regionsOf } from '../case.ts'
import type { AgentState, Neighbour } from '../facts.ts'
import { kinship } from '../kinship.ts'
import type { Origin } from '../origins.ts'
import { originOf } from '../origins.ts'
import { asClause, listedBriefly } from '../wording.ts'

/** Unrelated hosts that one region fails, and others pass, before it is our own trouble. */
const MIN_UNRELATED_HOSTS = 3
/** Other hosts of one provider that are down before it is the provider. */
const MIN_PROVIDER_HOSTS = 2

/** What else can bring about how a neighbour failed; null for words of another version. */
function originAt({ cause }: Neighbour): Origin | null {
  return isCause(cause) ? originOf(cause) : null
}

/** A service it depends on is down, in a way that this failure can follow from. */
function dependency({ neighbours, failing, outage, leading }: Case): Finding[] {
  const { follows } = originOf(leading)
  const parents = neighbours.filter((each) => {
    const costs = each.isParent ? (originAt(each)?.costs ?? null) : null
    return costs !== null && follows.includes(costs)
  })
  if (parents.length === 0) return []
  const names = listedBriefly(parents.map((each) => `"${each.name}"`))
  const because = `${names} ${parents.length === 1 ? 'is' : 'are'} down too, and this monitor depends on ${parents.length === 1 ? 'it' : 'them'}`
  const regions = failing.length > 0 ? regionsOf(failing) : outage.regions
  return [{ cause: 'dependencyDown', regions, kinds: ['check', 'dependency'], because }]
}

/** Nobody saw the target fail: what the checks say of us is all there is. */
function toldByAgents({ failing, told }: Case): Finding[] {
  if (failing.length === 0 || failing.some((check) => check.status !== 'unknown')) return []
  return told.map(({ cause, checks }) => {
    const error = checks.find((check) => check.error !== null)?.error ?? null
    const because = error === null ? null : asClause(error)
    return { cause, regions: regionsOf(checks), kinds: ['check'], because }
  })
}

function troubleOf({ selfTestError, isQuarantined, unrelatedHosts }: AgentState): string | null {
  if (selfTestError !== null) return `its self-test says: ${asClause(selfTestError)}`
  const isAlone = unrelatedHosts.length >= MIN_UNRELATED_HOSTS
  if (!isAlone && !isQuarantined) return null
  return unrelatedHosts.length === 0
    ? 'it fails many targets that other regions pass'
    : `it also fails ${listedBriefly(unrelatedHosts)}, which other regions pass`
}

/** Every failing region has an agent that is not well, and the failure is one an agent can bring about. */
function agents({ agents: states, failing, leading }: Case): Finding[] {
  const cause = originOf(leading).agent
  if (failing.length === 0 || cause === null) return []
  const troubles = failing.map(({ region }) => {
    const state = states.find((each) => each.region === region)
    return { region, trouble: state === undefined ? null : troubleOf(state) }
  })
  if (troubles.some(({ trouble }) => trouble === null)) return []
  const because = `${troubles[0]?.region ?? 'the agent'} is not well: ${troubles[0]?.trouble ?? ''}`
  return [{ cause, regions: regionsOf(failing), kinds: ['check', 'agent'], because }]
}

/** A name the zone's own servers answer for, that some regions' resolvers fail on and others do not. */
function resolver(facts: Case): Finding[] {
  const { leading, leadingChecks, passing } = facts
  if (leading !== 'dnsServfail' && leading !== 'dnsTimeout') return []
  const good = facts
    .evidence('authorities', 'failing')
    .filter(({ found }) => found.cause === null && found.rcode === 'NOERROR')
  const isBogus = facts
    .evidence('resolver', 'failing')
    .some(({ found }) => found.cause === 'dnssecBogus')
  if (good.length === 0 || passing.length === 0 || isBogus) return []
  const regions = regionsOf(leadingChecks)
  const because = `the name servers of the zone answer, and ${listedBriefly(regionsOf(passing))} ${passing.length === 1 ? 'resolves' : 'resolve'} the name`
  return [{ cause: 'resolverFault', regions, kinds: ['check', 'authorities'], because }]
}

/** It passed until its settings were changed, and never since. */
function misconfigured(facts: Case): Finding[] {
  const { monitor, hasPassed, hasPassedSinceChange, leading, failing } = facts
  const wasChanged = monitor.changedAtMs > monitor.createdAtMs
  if (!wasChanged || !hasPassed || hasPassedSinceChange) return []
  if (!originOf(leading).settings || failing.length === 0) return []
  const because = `checks passed until its settings were changed at ${utcWords(monitor.changedAtMs)}, and none has since`
  const regions = regionsOf(failing)
  return [{ cause: 'monitorMisconfigured', regions, kinds: ['check', 'history'], because }]
}

/** Other hosts in the same network failed in the same way at the same time, by their own checks, and more
 *  of them than failed otherwise: who is refused a page there has reached the network. */
function provider(facts: Case): Finding[] {
  const { neighbours, failing, monitor, outage, leading } = facts
  const trouble = originOf(leading).provider
  if (trouble === null) return []
  const near = neighbours.filter((each) => {
    const how = kinship(facts, each)
    return (how === 'sameAddress' || how === 'sameNetwork') && each.host !== monitor.host
  })
  const alike = near.filter((each) => originAt(each)?.provider === trouble)
  const hosts = [...new Set(alike.map((each) => each.host))]
  const others = new Set(near.map((each) => each.host)).size - hosts.length
  if (hosts.length < MIN_PROVIDER_HOSTS || others > hosts.length) return []
  const because = `${listedBriefly(hosts)} in the same network went down at the same time, in the same way`
  const regions = failing.length > 0 ? regionsOf(failing) : outage.regions
  return [{ cause: 'sharedProvider', regions, kinds: ['check', 'related'], because }]
}

/** What is not the target's own fault, or not its alone. */
export const oursRule: Rule = (facts) => [
  ...dependency(facts),
  ...toldByAgents(facts),
  ...agents(facts),
  ...resolver(facts),
  ...misconfigured(facts),
  ...provider(facts),
]
