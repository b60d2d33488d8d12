import type { MonitorType } from '@sightline/shared/check-words'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { CheckOutcome } from '../../../../agent/src/outcome/check-outcome.ts'
import { CHECKERS } from '../../../../agent/src/checks/index.ts'
import type { EchoRun } from '../../../../agent/src/icmp/engine.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import type { NameAnswer } from '../../../helpers/name-server.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

/** A TCP and a UDP service on the same loopback port that note every visit. */
async function startForbidden() {
  let visits = 0
  const port = await serveRaw((socket) => {
    visits += 1
    socket.end('220 hello\r\n')
  })
  const udp = createSocket('udp4', () => {
    visits += 1
  })
  udp.bind(port, '0.0.0.0')
  await once(udp, 'listening')
  onTestFinished(() => {
    udp.close()
  })
  return { port, visits: () => visits }
}

function engineThatNotes() {
  const runs: EchoRun[] = []
  const icmp: NonNullable<CheckerOptions['icmp']> = {
    engine: 'mtr',
    ping: async (run) => {
      runs.push(run)
      return [{ kind: 'reply', ms: 1 }]
    },
  }
  return { runs, icmp }
}

/** How each type of monitor is pointed at a host. */
const POINTED: Readonly<
  Record<MonitorType, (host: string, port: number) => { url: string; settings?: object }>
> = {
  web: (host, port) => ({ url: `http://${host}:${port}/` }),
  tcp: (host, port) => ({ url: `tcp://${host}:${port}` }),
  udp: (host, port) => ({ url: `udp://${host}:${port}`, settings: { anyReply: true } }),
  ping: (host) => ({ url: `ping://${host}` }),
  dns: (host, port) => ({
    url: 'dns://example.com',
    settings: { resolver: `${host}:${port}` },
  }),
  mail: (host, port) => ({ url: `smtp://${host}:${port}`, settings: { security: 'none' } }),
}

async function checkAs(
  type: MonitorType,
  host: string,
  port: number,
  options: CheckerOptions,
): Promise<CheckOutcome> {
  const { url, settings = {} } = POINTED[type](host, port)
  const timeoutMs = 1_000
  return runChecker(CHECKERS[type] as never, url, settings as Record<string, unknown>, {
    timeoutMs,
    ...options,
  })
}

const LITERALS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST.',
  'anything.localhost',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '168.63.129.16',
  '100.100.100.200',
  '10.0.0.1',
  'user:secret@127.0.0.1',
] as const

const TYPES = Object.keys(POINTED) as MonitorType[]

test.for(TYPES)('%s: no spelling of an address that is off limits is reached', async (type) => {
  const forbidden = await startForbidden()
  const { runs, icmp } = engineThatNotes()
  for (const host of LITERALS) {
    // User-info has no place in a resolver: "host[:port]".
    if (type === 'dns' && host.includes('@')) continue
    const outcome = await checkAs(type, host, forbidden.port, { open: [], icmp }).catch(
      (error: unknown) => error,
    )
    // A spelling that the schema refuses (a resolver) never gets to a check.
    if (outcome instanceof Error) continue
    expect([host, outcome]).toMatchObject([
      host,
      { status: 'unknown', failure: { source: 'agent', cause: 'monitorMisconfigured' } },
    ])
  }
  expect(runs).toEqual([])
  expect(forbidden.visits()).toBe(0)
})

test.for(TYPES)('%s: a name that leads to an address off limits is not followed', async (type) => {
  const forbidden = await startForbidden()
  const { runs, icmp } = engineThatNotes()
  const server = await startNameServer({ 'inside.example': { a: ['127.0.0.1', '10.0.0.1'] } })
  const outcome = await checkAs(type, 'inside.example', forbidden.port, {
    open: [],
    servers: [server],
    icmp,
  })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', phase: 'dns', cause: 'monitorMisconfigured', isBlocked: true },
  })
  expect(outcome.failure?.message).toContain('which may not be checked')
  expect(runs).toEqual([])
  expect(forbidden.visits()).toBe(0)
})

/** A name that leads elsewhere each time it is asked for. */
function rebinding(...addresses: readonly string[]): {
  names: Readonly<Record<string, NameAnswer>>
  lookups: () => number
} {
  let asked = 0
  return {
    names: {
      get 'rebind.example'() {
        const address = addresses[Math.min(asked, addresses.length - 1)] ?? ''
        asked += 1
        return { a: [address] }
      },
    },
    lookups: () => asked,
  }
}

test.for(['tcp', 'mail', 'web', 'udp', 'ping'] as const)(
  '%s: a name is looked up once, and what was judged is what is reached',
  async (type) => {
    const { runs, icmp } = engineThatNotes()
    const port = await serveRaw((socket) => socket.end('220 hello\r\n'))
    // IPv4 alone, but for mail, which asks for AAAA beside.
    const questions = type === 'mail' ? 2 : 1
    const first = Array.from({ length: questions }, () => '127.0.0.1')
    const { names, lookups } = rebinding(...first, '127.0.0.2')
    const server = await startNameServer(names)
    const { url, settings = {} } = POINTED[type]('rebind.example', port)
    const family = type === 'mail' ? {} : { ipFamily: 'ipv4' }
    const outcome = await runChecker(
      CHECKERS[type] as never,
      url,
      { ...settings, ...family },
      { open: ['127.0.0.1/32'], servers: [server], icmp, timeoutMs: 1_000 },
    )
    expect(outcome.failure?.cause).not.toBe('monitorMisconfigured')
    if (type === 'ping') expect(runs.map(({ address }) => address)).toEqual(['127.0.0.1'])
    else expect(outcome.ip).toBe('127.0.0.1')
    expect(lookups()).toBe(questions)
  },
)

test('a redirect is judged anew, also to a name that was fine a moment ago', async () => {
  const { names } = rebinding('127.0.0.1', '127.0.0.2')
  const server = await startNameServer(names)
  const forbidden = await startForbidden()
  const port = await listen(
    createServer((request, response) => {
      const location = `http://rebind.example:${forbidden.port}/`
      if (request.url === '/') response.writeHead(302, { location }).end()
      else response.end('hello')
    }),
  )
  const outcome = await runChecker(
    CHECKERS.web,
    `http://rebind.example:${port}/`,
    { ipFamily: 'ipv4' },
    { open: ['127.0.0.1/32'], servers: [server] },
  )
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'redirectUnexpected' } })
  expect(forbidden.visits()).toBe(0)
})

test.for([
  'http://127.0.0.2:PORT/',
  'http://2130706434:PORT/',
  'http://[::ffff:127.0.0.2]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://a:b@127.0.0.2:PORT/',
  '//169.254.169.254/latest/meta-data/',
  'http://metadata.example:PORT/',
])('a redirect to %s is not followed', async (location) => {
  const forbidden = await startForbidden()
  const server = await startNameServer({ 'metadata.example': { a: ['169.254.169.254'] } })
  const port = await listen(
    createServer((_, response) =>
      response.writeHead(307, { location: location.replace('PORT', String(forbidden.port)) }).end(),
    ),
  )
  const outcome = await runChecker(
    CHECKERS.web,
    `http://127.0.0.1:${port}/`,
    {},
    { open: ['127.0.0.1/32'], servers: [server] },
  )
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'redirectUnexpected' } })
  expect(forbidden.visits()).toBe(0)
})
