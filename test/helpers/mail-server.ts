import type { RecordType, StringRecordType } from 'dns-packet'
import { decode, encode } from 'dns-packet'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { TLSSocket, createSecureContext } from 'node:tls'
import { onTestFinished } from 'vitest'
import { listen } from './listen.ts'

/** What a scripted server does with a line: sends text (line ends are added), and then perhaps closes
 *  or begins a TLS handshake. Nothing at all is the empty text. */
type Reaction = string | { readonly text: string; readonly after: 'close' | 'tls' }

/** Reactions by how a line begins; the longest beginning wins, without regard to case. */
export type Replies = Readonly<Record<string, Reaction>>

/** A server that follows a script. */
export interface MailScript {
  /** null: no greeting ever. */
  readonly greeting: Reaction | null
  readonly replies: Replies
  /** What is answered differently once TLS is there. */
  readonly repliesOverTls?: Replies
  /** Certificate, and limits of the TLS version. */
  readonly tls?: SecureContextOptions
  /** Told of every piece a client sends in the clear, before it is answered. */
  readonly onData?: (piece: string) => void
  /** TLS comes before the greeting. */
  readonly isImplicit?: boolean
}

/** A running scripted server; `heard` fills with the lines its clients sent. */
export interface MailServer {
  readonly port: number
  readonly heard: readonly string[]
}

function reactionTo(line: string, replies: Replies): Reaction | undefined {
  const key = Object.keys(replies)
    .filter((beginning) => line.toUpperCase().startsWith(beginning.toUpperCase()))
    .sort((a, b) => b.length - a.length)[0]
  return key === undefined ? undefined : replies[key]
}

function follow(script: MailScript, raw: Socket, heard: string[]): void {
  let socket: Socket = raw
  let isSecure = false
  let received = ''

  function react(reaction: Reaction): void {
    const { text, after } =
      typeof reaction === 'string' ? { text: reaction, after: null } : reaction
    if (text !== '') socket.write(`${text.replaceAll('\n', '\r\n')}\r\n`)
    if (after === 'close') socket.end()
    if (after === 'tls') secure()
  }

  function hear(chunk: Buffer): void {
    received += chunk.toString('utf8')
    for (let end = received.indexOf('\r\n'); end !== -1; end = received.indexOf('\r\n')) {
      const line = received.slice(0, end)
      received = received.slice(end + 2)
      heard.push(line)
      const replies = isSecure ? { ...script.replies, ...script.repliesOverTls } : script.replies
      react(reactionTo(line, replies) ?? '')
    }
  }

  function secure(): void {
    raw.removeAllListeners('data')
    isSecure = true
    socket = new TLSSocket(raw, {
      isServer: true,
      secureContext: createSecureContext(script.tls),
    })
    socket.on('error', () => {})
    socket.on('data', hear)
  }

  raw.on('data', (chunk: Buffer) => {
    if (!isSecure) script.onData?.(chunk.toString('latin1'))
  })
  if (script.isImplicit === true) secure()
  else raw.on('data', hear)
  if (script.greeting !== null) react(script.greeting)
}

/** Starts a scripted server, gone when the test ends. */
export async function serveMail(script: MailScript): Promise<MailServer> {
  const heard: string[] = []
  const server = createServer((socket) => follow(script, socket, heard))
  return { port: await listen(server), heard }
}

/** What a name server says about a name; `mx` most preferred first. An rcode stands for all types; a
 *  silent name is never answered for. */
export type MailNames = Readonly<
  Record<
    string,
    {
      readonly a?: readonly string[]
      readonly mx?: readonly string[]
      readonly rcode?: number
      readonly isSilent?: boolean
    }
  >
>

/** A name server that knows mail servers, gone when the test ends; unlisted names do not exist.
 *  @returns its "ip:port" */
export async function serveMailNames(names: MailNames): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (packet, peer) => {
    const query = decode(packet)
    const question = query.questions?.[0]
    if (question === undefined) return
    const { name } = question
    const type: RecordType = question.type
    const known = names[name.toLowerCase()] ?? { rcode: 3 }
    if (known.isSilent === true) return
    const addresses = type === 'A' ? (known.a ?? []) : []
    const hosts = type === 'MX' ? (known.mx ?? []) : []
    const answers = [
      ...addresses.map((data) => ({ type: 'A' as StringRecordType, name, ttl: 1, data })),
      // Preferences against the order, so that a client has to sort.
      ...hosts.map((exchange, i) => ({
        type: 'MX' as const,
        name,
        ttl: 1,
        data: { preference: (i + 1) * 10, exchange },
      })),
    ].toReversed()
    const flags = 0x0180 | (known.rcode ?? 0)
    const { id = 0 } = query
    const answer = encode({
      type: 'response',
      id,
      flags,
      questions: [question],
      answers,
    })
    socket.send(answer, peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}
