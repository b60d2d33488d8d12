import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { plainAddress } from '../limits/network-of.ts'

/** A client's address in its one form.
 *  @param trustsProxy take it from the last entry of X-Forwarded-For, which is what the proxy saw: what
 *    stands before it any client can invent */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustsProxy: boolean,
): string {
  const forwarded = trustsProxy ? headers['x-forwarded-for'] : undefined
  if (forwarded === undefined) return plainAddress(socket.remoteAddress ?? 'unknown')
  const last = String(forwarded).slice(-MAX_ENTRY_LENGTH).split(',').at(-1)?.trim()
  // Behind a proxy the header may hold anything.
  const isAddress = last !== undefined && isIP(last) !== 0
  return plainAddress(isAddress ? last : (socket.remoteAddress ?? 'unknown'))
}

/** Longer than any address with the spaces around it. */
const MAX_ENTRY_LENGTH = 100
