import type { Phase } from '@sightline/shared/check-words'
import type { Cause } from '@sightline/shared/causes'
import type { Socket } from 'node:net'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { TlsDetails } from '../../net/certificate.ts'
import type { Conversation } from '../../net/conversation.ts'
import { createConversation } from '../../net/conversation.ts'
import { failureOf, timeLimitFailure } from '../../net/failures.ts'
import { startTls } from '../../net/start-tls.ts'
import { printable } from '../../outcome/printable.ts'
import { hideSecrets } from './hide-secrets.ts'
import type { Ending, Reading } from '../../net/conversation/reading.ts'

/** Longest line taken from a server, in bytes: well above every protocol's own limit. */
const MAX_LINE_BYTES = 8 * 1024
/** Most that is taken from a server in all, in bytes; a real dialogue has about 1 KiB. */
const MAX_DIALOGUE_BYTES = 256 * 1024
const MAX_QUOTE_LENGTH = 200
/** How much of a reply is searched for secrets before it is cut to a quote. */
const MAX_SEARCHED_LENGTH = 2_000
/** How long a server may take to hear the farewell and close, after the check is over. */
const LINGER_MS = 500

/** What is waited for: the phase it belongs to, and the command that is to be answered; null while it
 *  is the greeting. */
export interface Wait {
  readonly phase: Phase
  readonly command: string | null
}

/** A reply in full, and its number where the protocol has one. */
export interface LastReply {
  readonly text: string
  readonly code: number | null
}

/** A connection to a mail server on which lines go back and forth. */
export interface Dialogue {
  readonly peer: string
  /** The agent's own end; null when the connection is gone already. */
  readonly localAddress: string | null
  readonly isSecure: () => boolean
  /** @param line without CRLF */
  readonly send: (line: string) => void
  readonly readLine: (wait: Wait) => Promise<string | CheckFailure>
  /** @param count above 0 */
  readonly readBytes: (count: number, wait: Wait) => Promise<string | CheckFailure>
  /** Takes note of the reply that decides for now, for messages and the result. */
  readonly note: (reply: LastReply) => void
  readonly lastReply: () => LastReply | null
  /** Texts that no message may show from now on. */
  readonly keepSecret: (...texts: readonly string[]) => void
  /** The last reply as messages may carry it. */
  readonly quote: () => string
  /** The TLS handshake after the server agreed to it. */
  readonly upgrade: () => Promise<CheckFailure | null>
  readonly tls: () => { readonly details: TlsDetails | null; readonly tlsMs: number | null }
  /** When the first byte came, by `performance.now()`; null while none has. */
  readonly firstByteAtMs: () => number | null
  /** The server did not answer what it was asked last. */
  readonly isBroken: () => boolean
  /** Takes leave and closes, without keeping the caller waiting.
   *  @param farewells commands without CRLF; each but the first is sent when the server has answered */
  readonly part: (farewells: readonly string[]) => void
}

/** Tells a failure from what a step of a dialogue gives otherwise. */
export function isFailure(value: unknown): value is CheckFailure {
  return typeof value === 'object' && value !== null && 'cause' in value
}

/** The server's fault, in a phase. @param message one sentence for people */
export function targetFailure(phase: Phase, cause: Cause, message: string): CheckFailure {
  return { source: 'target', phase, cause, message }
}

/** A reply that says no. @param text what the server did, after its name */
export function refusal(
  dialogue: Dialogue,
  { phase, cause, text }: { phase: Phase; cause: Cause; text: string },
): CheckFailure {
  return targetFailure(phase, cause, `${dialogue.peer} ${text}: "${dialogue.quote()}".`)
}

function atLimit({ phase, command }: Wait, peer: string): CheckFailure {
  const failure = timeLimitFailure(phase, peer)
  if (command === null) return failure
  const message = `${peer} did not answer ${command} within the time limit.`
  return { ...failure, cause: 'timeout', message }
}

function endingFailure(ending: Ending, wait: Wait, peer: string): CheckFailure {
  const { phase, command } = wait
  const answering = command === null ? 'greeting' : `answering ${command}`
  switch (ending.kind) {
    case 'limit':
      return atLimit(wait, peer)
    case 'closed':
      return targetFailure(
        phase,
        'protocolError',
        `${peer} closed the connection without ${answering}.`,
      )
    case 'tooLong':
      return targetFailure(phase, 'protocolError', `${peer} sent more than a reply may hold.`)
    default:
      return { ...failureOf(ending.error, phase, peer), phase }
  }
}

/** @param options.secrets texts that no message may show
 *  @param options.secured what the handshake gave when TLS came before the dialogue; null without */
export function createDialogue(options: {
  socket: Socket
  host: string
  port: number
  verify: boolean
  secrets: readonly string[]
  secured: { details: TlsDetails; tlsMs: number } | null
  signal: AbortSignal
}): Dialogue {
  const { host, port, verify, signal } = options
  const peer = peerName(host, port)
  let { socket } = options
  let conversation: Conversation = createConversation(socket, signal)
  let isSecure = options.secured !== null
  let tls: ReturnType<Dialogue['tls']> = options.secured ?? { details: null, tlsMs: null }
  let firstByteAtMs: number | null = null
  let lastReply: LastReply | null = null
  let isBroken = false
  let receivedBytes = 0
  const secrets = new Set(options.secrets)

  function textOf(reading: Reading, wait: Wait): string | CheckFailure {
    firstByteAtMs ??= conversation.firstByteAtMs()
    if (reading.kind === 'data') {
      receivedBytes += reading.bytes.length
      if (receivedBytes <= MAX_DIALOGUE_BYTES) return reading.bytes.toString('utf8')
    }
    isBroken = true
    const ending: Ending = reading.kind === 'data' ? { kind: 'tooLong' } : reading
    return endingFailure(ending, wait, peer)
  }

  async function upgrade(): Promise<CheckFailure | null> {
    if (conversation.release().length > 0) {
      isBroken = true
      const message = `${peer} sent text between agreeing to STARTTLS and the handshake, where an attacker could slip commands in.`
      return targetFailure('starttls', 'protocolError', message)
    }
    const wishes = { verify, minVersion: '1.2', sni: null, alpn: [] } as const
    const started = await startTls(socket, { host, port }, wishes, signal)
    tls = { details: started.details, tlsMs: started.tlsMs }
    if (!started.ok) {
      isBroken = true
      return { ...started.failure, phase: 'starttls' }
    }
    isSecure = true
    socket = started.socket
    conversation = createConversation(socket, signal)
    return null
  }

  function part(farewells: readonly string[]): void {
    if (isBroken) {
      conversation.close()
      return
    }
    conversation.release()
    const unsent = farewells.map((line) => `${line}\r\n`)
    function sendNext(): void {
      const line = unsent.shift()
      if (line === undefined) return
      if (unsent.length > 0) socket.write(line)
      else socket.end(line)
    }
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    timer.unref()
    socket.on('error', () => {})
    socket.once('close', () => clearTimeout(timer))
    socket.on('data', sendNext)
    sendNext()
    socket.resume()
  }

  return {
    peer,
    localAddress: socket.localAddress ?? null,
    isSecure: () => isSecure,
    send: (line) => conversation.send(`${line}\r\n`),
    readLine: async (wait) => textOf(await conversation.readLine(MAX_LINE_BYTES), wait),
    async readBytes(count, wait) {
      const findEnd = (received: Buffer): number | null => (received.length >= count ? count : null)
      return textOf(await conversation.readUntil(findEnd, count), wait)
    },
    note(reply) {
      lastReply = reply
    },
    lastReply: () => lastReply,
    keepSecret(...texts) {
      for (const text of texts) secrets.add(text)
    },
    quote() {
      const text = (lastReply?.text ?? '').slice(0, MAX_SEARCHED_LENGTH)
      return printable(hideSecrets(text, [...secrets]), MAX_QUOTE_LENGTH)
    },
    upgrade,
    tls: () => tls,
    firstByteAtMs: () => firstByteAtMs,
    isBroken: () => isBroken,
    part,
  }
}
