import { isIP } from 'node:net'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { addressOfReverseName } from '../../dns/reverse-name.ts'
import type { CheckContext } from '../checker.ts'
import type { CheckOutcome } from '../../outcome/check-outcome.ts'
import type { RecordType } from './comparable.ts'
import type { Finding } from './inquiry.ts'

/** Records that hold addresses to connect to. */
const WITH_ADDRESSES: ReadonlySet<RecordType> = new Set(['A', 'AAAA', 'SVCB', 'HTTPS'])

type Withholds = CheckContext['withholds']

const OTHERWISE =
  'Another resolver, named in settings.resolver by its address, or "authoritative" tells what everybody may know.'

function withheld(message: string): CheckFailure {
  const told = `${message} ${OTHERWISE}`
  return { source: 'agent', phase: 'dns', cause: 'monitorMisconfigured', message: told }
}

/** Why the agent's own resolver may not be asked for a name: the names of guarded addresses are not for
 *  everybody. */
export function whyNotAsked(name: string, withholds: Withholds): CheckFailure | null {
  const address = addressOfReverseName(name)
  if (address === null || withholds?.(address) !== true) return null
  return withheld(
    `${name} is about an address that may not be checked, so the agent's own resolver is not asked for it.`,
  )
}

/** Why the answer of the agent's own resolver may not be shown, nor compared with anything: it may know names
 *  of the network it serves. */
export function whyNotShown(
  name: string,
  type: RecordType,
  { values }: Pick<Finding, 'values'>,
  withholds: Withholds,
): CheckFailure | null {
  if (!WITH_ADDRESSES.has(type) || withholds === undefined) return null
  const words = values.flatMap((value) => value.split(/[\s=,"]+/))
  if (!words.some((word) => isIP(word) !== 0 && withholds(word))) return null
  return withheld(
    `The agent's own resolver answers for ${name} with an address that may not be checked.`,
  )
}

/** Whether what the agent's own resolver says in words names an address that may not be shown: of a server that it asks. */
export function namesWithheld(text: string, withholds: Withholds): boolean {
  const words = text.match(/[0-9A-Fa-f:.]+/g) ?? []
  return words.some((word) => {
    const address = word.replace(/[.:]+$/, '')
    return isIP(address) !== 0 && withholds?.(address) === true
  })
}

/** The outcome without the address of the agent's own resolver, where that is none for everybody. */
export function withoutResolver(
  outcome: CheckOutcome,
  server: Finding['server'],
  withholds: Withholds,
): CheckOutcome {
  if (server === null || withholds?.(server.ip) !== true) return outcome
  const { failure, details } = outcome
  const hidden = (message: string): string =>
    message
      .replaceAll(peerName(server.ip, server.port), "the agent's own resolver")
      .replaceAll(server.ip, "the agent's own resolver")
  return {
    ...outcome,
    ip: null,
    failure: failure === null ? null : { ...failure, message: hidden(failure.message) },
    details: details === null ? null : { ...details, resolver: 'system' },
  }
}
