import type { CheckFailure } from '../../outcome/check-failure.ts'
import { extendedErrorText } from '../../dns/extended-errors.ts'
import { printable } from '../../outcome/printable.ts'
import { NOT_ASKED } from './allowance.ts'
import type { NameServerReport } from './ask-name-servers.ts'
import type { Zone } from './find-zone.ts'
import { tellsAboutName } from './judge-answer.ts'

/** Longest list of problems in one sentence. */
const MAX_TOLD = 4

/** What is wrong with a name server, in a few words; null when it speaks for its zone. */
export function problemOf({ isGood, failure, answered }: NameServerReport): string | null {
  if (isGood) return null
  if (failure !== null) {
    if (failure === NOT_ASKED) return 'it was not asked'
    if (failure.cause === 'nameserverDown') return 'its port is closed'
    if (failure.cause === 'dnsTimeout' && answered !== null) return 'it does not answer'
    return printable(failure.message.replace(/\.$/, ''), 200)
  }
  if (answered?.ok !== true) return 'it does not answer'
  const { rcode } = answered.message
  if (tellsAboutName(rcode)) return 'it does not speak for the zone'
  const remark = extendedErrorText(answered.message)
  return remark === '' ? `it answers ${rcode}` : printable(`it answers ${rcode} (${remark})`, 200)
}

/** Why no name server of a zone gave an answer that counts. */
export function nameServersFailure(zone: Zone, reports: readonly NameServerReport[]): CheckFailure {
  if (reports.some(({ failure }) => failure === NOT_ASKED)) {
    const message = `The zone ${zone.name} refers to too many name servers, and none of those asked answers for it.`
    return { ...NOT_ASKED, message }
  }
  const theirs = reports.filter(({ failure }) => {
    return failure === null || failure.source === 'target' || failure.source === 'network'
  })
  const ours = reports.find((report) => !theirs.includes(report))?.failure
  // Servers that this agent could not ask say nothing about the zone.
  if (theirs.length === 0 && ours != null) return ours
  const told = theirs
    .slice(0, MAX_TOLD)
    .map((report) => `${printable(report.name, 100)}: ${problemOf(report)}`)
  const more = theirs.length > told.length ? `, and ${theirs.length - told.length} more` : ''
  const list = `${told.join(', ')}${more}`
  // Servers that answer, but not for the zone, are up: the delegation or their set-up is wrong.
  const isLame = theirs.some(({ failure }) => failure === null || failure.cause === 'protocolError')
  return {
    source: 'target',
    phase: 'dns',
    cause: isLame ? 'dnsServfail' : 'nameserverDown',
    message: `No name server of ${zone.name} answers for it (${list}).`,
  }
}

/** Why an alias is not followed: it can be any bytes of its owner's choice. */
export function aliasFailure(name: string, alias: string): CheckFailure {
  const to = printable(alias, 100)
  const message = `The name ${name} is an alias of "${to}", which is no name that can be asked for.`
  return { source: 'target', phase: 'dns', cause: 'dnsWrongAnswer', message }
}
