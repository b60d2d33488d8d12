import type { Answer, DecodedPacket, Packet } from 'dns-packet'
import { decode, encode } from 'dns-packet'
import type { Socket as UdpSocket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { ServerCertificate } from './certificates.ts'
import { listen } from './listen.ts'

type Transport = 'udp' | 'tcp' | 'tls' | 'https'

/** A question as the server sees it. */
export interface SeenQuestion {
  readonly name: string
  /** "A", "UNKNOWN_65" and so on. */
  readonly type: string
  readonly transport: Transport
  readonly packet: DecodedPacket
  readonly bytes: Buffer
}

/** What a server says: parts of an answer to the question, bytes as they are, or nothing at all. */
export type DnsReply =
  | {
      readonly rcode?: number
      readonly answers?: readonly Answer[]
      readonly authorities?: readonly Answer[]
      readonly additionals?: readonly Answer[]
      readonly aa?: boolean
      readonly ad?: boolean
      readonly tc?: boolean
    }
  | Buffer
  | 'silence'

export type DnsScript = (question: SeenQuestion) => DnsReply

/** A server that runs until the test ends. */
export interface DnsServerUnderTest {
  readonly port: number
  /** "ip:port" */
  readonly at: string
  /** Every question it was asked, in order. */
  readonly seen: SeenQuestion[]
}

/** A record of any type; data of types that the library does not know are bytes. */
export const record = (name: string, type: string, data: unknown, ttl = 60): Answer =>
  ({ name, type, ttl, class: 'IN', data }) as Answer

/** An A record. */
export const A = (name: string, address: string, ttl?: number): Answer =>
  record(name, 'A', address, ttl)

/** The OPT record in which a server says why it answers as it does. Source: RFC 8914 */
export const saying = (...errors: readonly (readonly [code: number, text: string])[]): Answer[] => [
  {
    type: 'OPT',
    name: '.',
    udpPayloadSize: 1_232,
    options: errors.map(([code, text]) => ({
      code: 15,
      data: Buffer.concat([Buffer.of(code >> 8, code & 255), Buffer.from(text)]),
    })),
  } as never,
]

/** The bytes of an answer to a question. */
export function replyBytes(question: SeenQuestion, reply: Exclude<DnsReply, string>): Buffer {
  if (Buffer.isBuffer(reply)) return reply
  const { rcode = 0, aa = false, ad = false, tc = false } = reply
  const packet: Packet = {
    type: 'response',
    id: question.bytes.readUInt16BE(0),
    flags: 0x0180 | rcode | (aa ? 0x0400 : 0) | (ad ? 0x0020 : 0) | (tc ? 0x0200 : 0),
    questions: question.packet.questions ?? [],
    answers: [...(reply.answers ?? [])],
    authorities: [...(reply.authorities ?? [])],
    additionals: [...(reply.additionals ?? [])],
  }
  return encode(packet)
}

/** A message behind its length, as streams carry it. */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

function createResponder(script: DnsScript): {
  seen: SeenQuestion[]
  respond: (bytes: Buffer, transport: Transport) => Buffer | null
} {
  const seen: SeenQuestion[] = []
  return {
    seen,
    respond(bytes, transport) {
      const packet = decode(bytes)
      const [first] = packet.questions ?? []
      const question = {
        name: first?.name ?? '',
        type: first?.type ?? '',
        transport,
        packet,
        bytes,
      }
      seen.push(question)
      const reply = script(question)
      return reply === 'silence' ? null : replyBytes(question, reply)
    },
  }
}

function answerStream(
  socket: Socket,
  transport: Transport,
  respond: ReturnType<typeof createResponder>['respond'],
): void {
  let held = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
      const end = 2 + held.readUInt16BE(0)
      const reply = respond(held.subarray(2, end), transport)
      if (reply !== null) socket.write(framed(reply))
      held = held.subarray(end)
    }
  })
}

async function bindUdp(host: string, port: number): Promise<UdpSocket> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.bind(port, host)
  await once(socket, 'listening')
  return socket
}

/** A server that only speaks UDP. @param options.port a free one unless told otherwise */
export async function startUdpServer(
  received: (bytes: Buffer, send: (reply: Buffer) => void) => void,
  options: { host?: string; port?: number } = {},
): Promise<number> {
  const socket = await bindUdp(options.host ?? '127.0.0.1', options.port ?? 0)
  socket.on('message', (bytes, peer) => {
    received(bytes, (reply) => socket.send(reply, peer.port, peer.address))
  })
  onTestFinished(() => {
    socket.close()
  })
  return socket.address().port
}

/** A server that answers over UDP and TCP on one port, as its script says. */
export async function startDnsServer(
  script: DnsScript,
  options: { host?: string; port?: number } = {},
): Promise<DnsServerUnderTest> {
  const { host = '127.0.0.1' } = options
  const { seen, respond } = createResponder(script)
  for (;;) {
    const tcp = createServer((socket) => answerStream(socket, 'tcp', respond))
    tcp.listen(options.port ?? 0, host)
    await once(tcp, 'listening')
    const { port } = tcp.address() as AddressInfo
    let udp: UdpSocket
    try {
      udp = await bindUdp(host, port)
    } catch (error) {
      tcp.close()
      // Another program has this port for UDP: take the next.
      if (options.port === undefined) continue
      throw error
    }
    const sockets = new Set<Socket>()
    tcp.on('connection', (socket) => sockets.add(socket))
    udp.on('message', (bytes, peer) => {
      const reply = respond(bytes, 'udp')
      if (reply !== null) udp.send(reply, peer.port, peer.address)
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      tcp.close()
      udp.close()
    })
    return { port, at: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`, seen }
  }
}

/** A server that answers over TLS. */
export async function startDnsTlsServer(
  script: DnsScript,
  certificate: ServerCertificate,
): Promise<DnsServerUnderTest> {
  const { seen, respond } = createResponder(script)
  const server = createTlsServer({ ...certificate }, (socket) =>
    answerStream(socket, 'tls', respond),
  )
  server.on('tlsClientError', () => {})
  const port = await listen(server)
  return { port, at: `127.0.0.1:${port}`, seen }
}

const DNS_HEADERS = { 'content-type': 'application/dns-message' }

/** What an HTTPS server answers instead of DNS. */
export interface HttpReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** What requests and answers of both HTTP versions have. */
interface AnyRequest {
  readonly url?: string | undefined
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
  readonly on: (event: 'data' | 'end', heard: (chunk: Buffer) => void) => unknown
}

interface AnyResponse {
  readonly writeHead: (status: number, headers: Record<string, string>) => unknown
  readonly end: (body: string | Buffer) => unknown
}

/** A server that answers over HTTPS at /dns-query.
 *  @param options.http2 false: HTTP/1.1 only. @param options.instead in place of a DNS answer */
export async function startDnsHttpsServer(
  script: DnsScript,
  certificate: ServerCertificate,
  options: { http2?: boolean; instead?: HttpReply } = {},
): Promise<DnsServerUnderTest & { requests: { path: string; version: string; type: string }[] }> {
  const { seen, respond } = createResponder(script)
  const requests: { path: string; version: string; type: string }[] = []
  const { http2 = true, instead } = options
  function serve(request: AnyRequest, response: AnyResponse): void {
    const chunks: Buffer[] = []
    requests.push({
      path: request.url ?? '',
      version: request.httpVersion,
      type: String(request.headers['content-type']),
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const reply = instead === undefined ? respond(Buffer.concat(chunks), 'https') : null
      if (instead === undefined && reply === null) return
      const headers = instead === undefined ? DNS_HEADERS : instead.headers
      response.writeHead(instead?.status ?? 200, { ...headers })
      response.end(instead?.body ?? reply ?? '')
    })
  }

  const server = http2
    ? createSecureServer({ ...certificate }, serve)
    : createHttpsServer({ ...certificate }, serve)
  server.on('tlsClientError', () => {})
  server.on('sessionError', () => {})
  const port = await listen(server)
  return { port, at: `127.0.0.1:${port}`, seen, requests }
}
