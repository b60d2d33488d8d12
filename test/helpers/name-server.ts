import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** What a name server says about a name: addresses, or an rcode (2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED),
 *  or nothing at all. */
export type NameAnswer =
  | {
      readonly a?: readonly string[]
      /** Answers this late. */
      readonly afterMs?: number
    }
  | { readonly rcode: number }
  | 'silence'

interface Question {
  readonly name: string
  readonly type: number
  readonly end: number
}

function readQuestion(packet: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(
  packet: Buffer,
  question: Question,
  answer: Exclude<NameAnswer, 'silence'>,
): Buffer {
  const addresses = 'a' in answer && question.type === 1 ? (answer.a ?? []) : []
  const header = Buffer.alloc(12)
  packet.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | ('rcode' in answer ? answer.rcode : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => {
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0])
    address.split('.').forEach((part, i) => record.writeUInt8(Number(part), 12 + i))
    return record
  })
  return Buffer.concat([header, packet.subarray(12, question.end), ...records])
}

/** A name server on the loopback interface, gone when the test ends; unlisted names do not exist.
 *  @returns its "ip:port" */
export async function startNameServer(
  names: Readonly<Record<string, NameAnswer>>,
): Promise<string> {
  const socket = createSocket('udp4')
  const late = new Set<NodeJS.Timeout>()
  socket.on('message', (packet, peer) => {
    const question = readQuestion(packet)
    const answer = names[question.name] ?? { rcode: 3 }
    if (answer === 'silence') return
    const send = (): void =>
      socket.send(answerTo(packet, question, answer), peer.port, peer.address, () => {})
    if ('afterMs' in answer && answer.afterMs !== undefined) {
      late.add(setTimeout(send, answer.afterMs).unref())
    } else send()
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    for (const timer of late) clearTimeout(timer)
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}
