import type { Socket } from 'node:net'
import { failureOf } from '../net/failures.ts'
import type { Replied } from './exchange.ts'
import { noReply, replied, silence } from './exchange.ts'
import type { EncodedQuestion } from './question.ts'
import { answersQuestion } from './question.ts'

/** The longest message has 65,535 bytes; a server that sends this much without an answer has none. */
const MAX_BYTES = 4 * 65_537

/** Messages out of a stream, each behind its length in two bytes.
 *  Source: RFC 1035, section 4.2.2 */
function createFrames(): (chunk: Buffer) => Buffer[] {
  let parts: Buffer[] = []
  let held = 0
  let wanted = 2
  return (chunk) => {
    parts.push(chunk)
    held += chunk.length
    const messages: Buffer[] = []
    while (held >= wanted) {
      const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
      parts = [all]
      const total = 2 + all.readUInt16BE(0)
      wanted = total
      if (held < total) break
      messages.push(all.subarray(2, total))
      const rest = all.subarray(total)
      parts = rest.length === 0 ? [] : [rest]
      held = rest.length
      wanted = 2
    }
    return messages
  }
}

/** Asks over a connected stream (TCP or TLS) and closes it. Messages that do not answer the question
 *  are left out. @param peer "host:port" as people read it */
export function askStream(
  socket: Socket,
  question: EncodedQuestion,
  peer: string,
  signal: AbortSignal,
): Promise<Replied> {
  return new Promise((resolve) => {
    let received = 0
    const framesOf = createFrames()

    function settle(reply: Replied): void {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      resolve(reply)
    }

    function giveUp(): void {
      if (received === 0) {
        settle(silence(peer))
        return
      }
      const message = `The answer of ${peer} was not complete in time.`
      const failure = { source: 'target', phase: 'download', cause: 'dnsTimeout', message } as const
      settle({ ok: false, failure })
    }

    socket.on('error', (error) => settle({ ok: false, failure: failureOf(error, 'dns', peer) }))
    socket.once('end', () => {
      const what = received === 0 ? 'an answer' : 'a complete answer'
      settle(noReply('protocolError', `${peer} closed the connection without ${what}.`))
    })
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      const answer = framesOf(chunk).find((each) => answersQuestion(each, question))
      if (answer !== undefined) settle(replied(answer, peer))
      else if (received > MAX_BYTES) {
        settle(noReply('protocolError', `${peer} sends data without end, but no answer.`))
      }
    })
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) {
      giveUp()
      return
    }
    const length = Buffer.alloc(2)
    length.writeUInt16BE(question.bytes.length)
    // In one piece: servers may expect that (RFC 7766, section 8).
    socket.write(Buffer.concat([length, question.bytes]))
  })
}
