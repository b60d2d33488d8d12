import { peerName } from '@sightline/shared/peer-name'
import { openDatagrams } from '../net/datagram.ts'
import { failureOf } from '../net/failures.ts'
import { noRouteFailure } from '../net/own-route.ts'
import type { DnsServer, Replied } from './exchange.ts'
import { noReply, replied, silence } from './exchange.ts'
import type { EncodedQuestion } from './question.ts'
import { answersQuestion } from './question.ts'

/** When the question is sent again: at these shares of the limit, but no later than these times. */
const REPEATS = [
  { share: 0.2, atMostMs: 1_000 },
  { share: 0.5, atMostMs: 3_000 },
] as const

function errorReply(error: NodeJS.ErrnoException, ip: string, peer: string): Replied {
  // The kernel's word for ICMP "port unreachable".
  if (error.code === 'ECONNREFUSED') {
    return noReply('nameserverDown', `No name server listens at ${peer}: the port is closed.`)
  }
  // Only this machine's own routing table says so to a datagram's sender.
  const isOurs = error.code === 'ENETUNREACH'
  const failure = isOurs ? noRouteFailure(peer, ip) : failureOf(error, 'dns', peer)
  return { ok: false, failure }
}

/** Asks over UDP, repeating the question when no answer comes. Datagrams from elsewhere (the socket
 *  is connected) and those that do not answer the question are left out, as they may be forged.
 *  @param limitMs how long the signal leaves, for the rhythm of the repeats */
export function askUdp(
  server: DnsServer,
  question: EncodedQuestion,
  limitMs: number,
  signal: AbortSignal,
): Promise<Replied> {
  const { ip, port } = server
  const peer = peerName(ip, port)
  return new Promise((resolve) => {
    let strangers = 0
    let repeats = 0
    let timer: NodeJS.Timeout | null = null

    function settle(reply: Replied): void {
      if (timer !== null) clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      socket.close()
      resolve(reply)
    }

    function giveUp(): void {
      const text = `${peer} sent only messages that do not answer the DNS question.`
      settle(strangers === 0 ? silence(peer) : noReply('dnsTimeout', text))
    }

    function dueMs(repeat: number): number {
      const rhythm = REPEATS[repeat]
      return rhythm === undefined ? 0 : Math.min(limitMs * rhythm.share, rhythm.atMostMs)
    }

    function send(): void {
      socket.send(question.bytes)
      if (repeats === REPEATS.length) return
      timer = setTimeout(send, dueMs(repeats) - dueMs(repeats - 1))
      repeats += 1
    }

    const socket = openDatagrams(
      { address: ip, port },
      {
        onError: (error) => settle(errorReply(error, ip, peer)),
        onDatagram(bytes) {
          if (answersQuestion(bytes, question)) settle(replied(bytes, peer))
          else strangers += 1
        },
      },
      send,
    )
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}
