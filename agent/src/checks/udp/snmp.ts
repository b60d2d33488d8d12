import type { Session } from 'net-snmp'
import type { Datagrams } from '../../net/datagram.ts'
import { openDatagrams } from '../../net/datagram.ts'
import type { Expectation } from '../tcp/expectation.ts'
import { SearchError } from '../tcp/expectation.ts'
import type { Exchanged, Sending, Verdict } from './exchange.ts'
import { installDes } from './snmp-des.ts'
import { isOfPeer, judgeError, judgeVarbinds } from './snmp-reply.ts'
import type { Snmp, SnmpSettings } from './snmp-user.ts'
import { oidOf, snmpUser } from './snmp-user.ts'

/** Longer than any reply about one object has to be; more is not given to the library. */
const MAX_REPLY_BYTES = 4096
/** A peer that answers every request of SNMPv3 with another report would go on for ever. */
const MAX_REPLIES = 32
/** The library keeps a key for each password and engine id for ever, and a peer chooses its own id. */
const MAX_CACHED_KEYS = 2_000

const UNSENDABLE: Exchanged = {
  kind: 'unsendable',
  message: 'No SNMP request can be made of the settings.',
}

type Handler = (argument?: unknown) => void

interface LibrarySocket {
  readonly handlers: Map<string, Handler>
  readonly module: { createSocket: () => unknown }
}

/** The library's socket: one of ours, so that it reaches the judged address only, hears of a closed
 *  port, and is closed when the check ends. */
function librarySocket(datagrams: Datagrams, sending: () => void): LibrarySocket {
  const handlers = new Map<string, Handler>()
  let isClosed = false
  const socket = {
    ref() {},
    unref() {},
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    send(packet: Buffer, at: number, length: number, _port: number, _to: string, sent: Handler) {
      // Its callback starts a timer, which nobody would stop any more.
      if (isClosed) return
      sending()
      datagrams.send(packet.subarray(at, at + length))
      sent(null)
    },
    close() {
      if (isClosed) return
      isClosed = true
      datagrams.close()
      handlers.get('close')?.()
    },
  }
  return { handlers, module: { createSocket: () => socket } }
}

function dropKeysWhenMany({ Authentication }: Snmp): void {
  const holder: { authToKeyCache?: Record<string, Buffer> } = Authentication
  if (Object.keys(holder.authToKeyCache ?? {}).length > MAX_CACHED_KEYS) holder.authToKeyCache = {}
}

function openSession(
  snmp: Snmp,
  address: string,
  settings: SnmpSettings,
  options: { dgramModule: unknown; retries: number; timeout: number },
): Session {
  if (settings.version === '3') {
    dropKeysWhenMany(snmp)
    if (settings.privProtocol === 'des') installDes(snmp)
    return snmp.createV3Session(address, snmpUser(snmp, settings), {
      ...options,
      version: snmp.Version3,
      reportOidMismatchErrors: true,
    })
  }
  const version = settings.version === '1' ? snmp.Version1 : snmp.Version2c
  const wishes = { ...options, version, reportOidMismatchErrors: true }
  return snmp.createSession(address, settings.community, wishes)
}

/** Asks an SNMP service for one object. The round trip is that of the last request: SNMPv3 needs up to
 *  three. Sources: RFC 1157, 3416, 3414 */
export async function snmpExchange(
  target: { address: string; port: number },
  peer: string,
  settings: SnmpSettings,
  expectation: Expectation | null,
  sending: Sending,
  signal: AbortSignal,
): Promise<Exchanged> {
  const snmp = await import('net-snmp')
  const oid = oidOf(settings)
  return new Promise((resolve, reject) => {
    let session: Session | null = null
    let sentAtMs = 0
    let replies = 0
    let requests = 0
    let followUps = 0
    let isSettled = false
    let isJudging = false

    function stop(): void {
      isSettled = true
      signal.removeEventListener('abort', giveUp)
      session?.close()
      datagrams.close()
    }

    function settle(end: Exchanged): void {
      if (isSettled) return
      stop()
      resolve(end)
    }

    function settleReply(verdict: Verdict, atMs: number | null = performance.now()): void {
      settle({ kind: 'reply', verdict, roundTripMs: atMs === null ? null : atMs - sentAtMs })
    }

    /** The search of the value ends by the same signal as the check. */
    async function settleJudged(varbinds: Parameters<typeof judgeVarbinds>[1]): Promise<void> {
      isJudging = true
      const atMs = performance.now()
      try {
        settleReply(await judgeVarbinds(snmp, varbinds, expectation, peer, signal), atMs)
      } catch (error) {
        if (error instanceof SearchError) settle({ kind: 'unjudged', failure: error.failure })
        else {
          stop()
          reject(error)
        }
      }
    }

    function giveUp(): void {
      if (isJudging) return
      if (replies === 0) settle({ kind: 'silence' })
      else {
        const message =
          followUps > 0 && replies <= MAX_REPLIES
            ? `The SNMP service ${peer} answered the first packet but not the request itself, as services do that do not accept the password.`
            : `${peer} sent something that is no answer to an SNMP request.`
        settleReply({ kind: 'other', message, details: null }, null)
      }
    }

    function onAnswer(error: Error | null, varbinds: Parameters<typeof judgeVarbinds>[1]): void {
      if (isSettled) return
      if (error === null) void settleJudged(varbinds)
      else if (error.name === 'RequestTimedOutError') giveUp()
      else if (isOfPeer(snmp, error)) settleReply(judgeError(snmp, error, peer))
      // The library cannot put the request into bytes.
      else settle(UNSENDABLE)
    }

    function onDatagram(bytes: Buffer): void {
      replies += 1
      if (replies > MAX_REPLIES) {
        giveUp()
        return
      }
      if (bytes.length > MAX_REPLY_BYTES) return
      const requestsBefore = requests
      try {
        socket.handlers.get('message')?.(bytes)
      } catch {
        // The library trips over some broken messages; they are no answer.
      }
      // SNMPv3 first asks for the engine, then for the object.
      if (requests > requestsBefore) followUps += 1
    }

    function ask(): void {
      session = openSession(snmp, target.address, settings, {
        dgramModule: socket.module,
        retries: sending.attempts - 1,
        timeout: sending.intervalMs,
      })
      // A broken message: the request goes on waiting.
      session.on('error', () => {})
      session.get([oid], (error, varbinds) => onAnswer(error, varbinds ?? []))
    }

    function begin(): void {
      try {
        ask()
      } catch {
        settle(UNSENDABLE)
      }
    }

    const datagrams = openDatagrams(
      target,
      { onDatagram, onError: (error) => settle({ kind: 'error', error }) },
      begin,
    )
    const socket = librarySocket(datagrams, () => {
      requests += 1
      sentAtMs = performance.now()
    })
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}
