import type { EchoReply } from './engine.ts'
import { IcmpError } from './engine.ts'

/** mtr-packet's words for what this machine is to blame for. */
const REFUSALS: Readonly<Record<string, string>> = {
  'permission-denied': "The agent's own machine forbids sending to this address.",
  'network-down': "The agent's network is down.",
  'address-not-available': 'The agent has no address to send from.',
  'address-in-use': 'The agent has no free port to send from.',
  'invalid-argument reason ip-version-not-supported':
    'The agent cannot send over this version of the Internet Protocol.',
  'invalid-argument reason protocol-not-supported': 'The agent cannot send this kind of packet.',
}

/** @param word of mtr-packet
 *  @returns null for a word that says too little */
export function refusal(word: string): IcmpError | null {
  const text = REFUSALS[word]
  return text === undefined ? null : new IcmpError(text)
}

/** What it means that this machine has no way to an address.
 *  @param code of the operating system; null when there is a way, which gives null */
export function noWay(
  code: string | null,
): Extract<EchoReply, { kind: 'unreachable' }> | IcmpError | null {
  switch (code) {
    case null:
      return null
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return { kind: 'unreachable', reason: 'network', from: null }
    case 'EHOSTUNREACH':
      return { kind: 'unreachable', reason: 'host', from: null }
    case 'EACCES':
    case 'EPERM':
    case 'EINVAL':
      return new IcmpError("The agent's own machine forbids sending to this address.")
    default:
      return new IcmpError(`The agent could not send to this address (${code}).`)
  }
}
