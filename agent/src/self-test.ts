import type { DatabaseSync } from 'node:sqlite'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** An event loop held up for longer than this makes every time limit wrong. */
const MAX_LAG_MS = 1_000
const INTERVAL_MS = 10_000
const TCP_TIMEOUT_MS = 2_000

/** `error` is a sentence for the operator, null when the agent is fit to judge targets. */
interface SelfTestResult {
  readonly passed: boolean
  readonly error: string | null
}

/** Keeps asking whether the agent is fit to judge targets. */
export interface SelfTest {
  /** Of the last run; not passed before the first. */
  readonly result: () => SelfTestResult
  /** Resolves after the first run; then runs every 10 s. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

async function loopbackError(): Promise<string | null> {
  const server = createServer((socket) => socket.end())
  const signal = AbortSignal.timeout(TCP_TIMEOUT_MS)
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening', { signal })
    const address = server.address()
    if (address === null || typeof address === 'string') return 'no port on the loopback interface'
    const socket = connect(address.port, '127.0.0.1')
    try {
      await once(socket, 'connect', { signal })
    } finally {
      socket.destroy()
    }
    return null
  } catch (error) {
    return `a TCP connection over the loopback interface fails: ${String(error)}`
  } finally {
    server.close()
  }
}

function diskError(database: DatabaseSync): string | null {
  try {
    database
      .prepare(
        "insert into facts (name, value) values ('self_test', ?) on conflict (name) do update set value = excluded.value",
      )
      .run(String(Date.now()))
    return null
  } catch (error) {
    return `the state folder cannot be written: ${String(error)}`
  }
}

export function createSelfTest(deps: { database: DatabaseSync }): SelfTest {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  let last: SelfTestResult = { passed: false, error: 'the first self-test has not ended' }
  let timer: NodeJS.Timeout | null = null

  function lagError(): string | null {
    const lagMs = delay.max / 1e6
    delay.reset()
    return lagMs > MAX_LAG_MS ? `the process stood still for ${Math.round(lagMs)} ms` : null
  }

  async function run(): Promise<void> {
    const error = lagError() ?? diskError(deps.database) ?? (await loopbackError())
    last = { passed: error === null, error }
  }

  return {
    result: () => last,
    async start() {
      delay.enable()
      await run()
      timer = setInterval(() => void run(), INTERVAL_MS)
    },
    stop() {
      delay.disable()
      if (timer !== null) clearInterval(timer)
      timer = null
    },
  }
}
