import type { Answered } from './ask.ts'
import { ask } from './ask.ts'
import type { DnsProtocol, DnsServer } from './exchange.ts'
import type { DnsQuestion } from './question.ts'

/** More servers than this are not asked. */
const MAX_SERVERS = 4

/** A server and what it said. */
export interface AskedServer {
  readonly server: DnsServer
  readonly answered: Answered
}

/** Runs something under a limit of its own besides the signal's. */
export async function withinShare<T>(
  signal: AbortSignal,
  shareMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const abort = (): void => limit.abort()
  const timer = setTimeout(abort, shareMs)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await run(limit.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Asks servers one after the other, each with its share of the time that is left, until one gives an
 *  answer that is wanted.
 *  @param servers at least one
 *  @param isWanted judges a response code
 *  @param askServer asks one of them
 *  @returns the wanted answer, else the first other one, else the first failure that is not the
 *  agent's own */
export async function askInTurn(
  servers: readonly [DnsServer, ...DnsServer[]],
  protocol: DnsProtocol,
  question: DnsQuestion,
  limits: { signal: AbortSignal; deadlineMs: number },
  isWanted: (rcode: string) => boolean,
  askServer: typeof ask = ask,
): Promise<AskedServer> {
  const { signal, deadlineMs } = limits
  let left = Math.min(servers.length, MAX_SERVERS)

  async function askNext(server: DnsServer): Promise<AskedServer> {
    const limitMs = Math.max(0, deadlineMs - performance.now()) / left
    const isLast = left === 1
    left -= 1
    const answered = isLast
      ? await askServer(server, protocol, question, { signal, limitMs })
      : await withinShare(signal, limitMs, (share) =>
          askServer(server, protocol, question, { signal: share, limitMs }),
        )
    return { server, answered }
  }

  const isDone = ({ answered }: AskedServer): boolean =>
    answered.ok && isWanted(answered.message.rcode)

  let best = await askNext(servers[0])
  for (const server of servers.slice(1, MAX_SERVERS)) {
    if (isDone(best) || signal.aborted) break
    const next = await askNext(server)
    const isBetter = next.answered.ok ? !best.answered.ok || isDone(next) : isOurs(best)
    if (isBetter) best = next
  }
  return best
}

function isOurs({ answered }: AskedServer): boolean {
  return !answered.ok && answered.failure.source === 'agent'
}
