import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { makeCertificate } from '../../helpers/certificates.ts'
import { listen } from '../../helpers/listen.ts'
import type { TestMonitor } from './agent-program.ts'

/** A UDP port that takes everything and says nothing. @returns its number */
export async function silentUdp(host: string): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, host)
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return socket.address().port
}

/** Sends as fast as the other side takes it. */
function pour(socket: Socket, beginning: string, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  socket.write(beginning)
  more()
}

function drip(socket: Socket, beginning: string, piece: string): void {
  socket.write(beginning)
  const timer = setInterval(() => socket.write(piece), 100)
  socket.on('close', () => clearInterval(timer))
}

const OK = 'HTTP/1.1 200 OK\r\n'
const onceAsked = (act: (socket: Socket) => void) => (socket: Socket) => {
  socket.once('data', () => act(socket))
}

/** A target that does something wrong on an address of its own. */
export interface BadTarget {
  readonly name: string
  /** @returns what to check */
  readonly serve: (host: string) => Promise<string>
  readonly type: TestMonitor['type']
  readonly settings?: Record<string, unknown>
  /** Status, source and cause. */
  readonly verdict: string
  /** Of those that answer, however busy the machine is; the others wait for theirs. */
  readonly timeoutMs?: number
}

const stream =
  (scheme: string, connected: (socket: Socket) => void) =>
  async (host: string): Promise<string> =>
    `${scheme}://${host}:${await listen(createServer(connected), host)}/`

/** Every way to be a bad target that could hold up an agent. */
export const BAD_TARGETS: readonly BadTarget[] = [
  {
    name: 'web that never speaks',
    type: 'web',
    serve: stream('http', () => {}),
    verdict: 'down target timeout',
  },
  {
    name: 'TLS that stalls',
    type: 'web',
    serve: stream('https', () => {}),
    verdict: 'down target tlsHandshakeFailed',
  },
  {
    name: 'a dripping header',
    type: 'web',
    serve: stream(
      'http',
      onceAsked((socket) => drip(socket, `${OK}x: `, 'y')),
    ),
    verdict: 'down target timeout',
  },
  {
    name: 'a dripping body',
    type: 'web',
    serve: stream(
      'http',
      onceAsked((socket) => drip(socket, `${OK}\r\n`, 'x')),
    ),
    verdict: 'down target timeout',
  },
  {
    name: 'endless headers',
    type: 'web',
    serve: stream(
      'http',
      onceAsked((socket) => pour(socket, OK, `x: ${'y'.repeat(1_000)}\r\n`)),
    ),
    verdict: 'down target protocolError',
  },
  {
    name: 'an endless body',
    type: 'web',
    timeoutMs: 5_000,
    serve: stream(
      'http',
      onceAsked((socket) => pour(socket, `${OK}\r\n`, 'x'.repeat(10_000))),
    ),
    verdict: 'up',
  },
  {
    name: 'endless redirects',
    type: 'web',
    timeoutMs: 5_000,
    async serve(host) {
      let hops = 0
      const server: Server = createHttpServer((_, response) => {
        hops += 1
        response.writeHead(302, { location: `/${hops}` }).end()
      })
      return `http://${host}:${await listen(server, host)}/`
    },
    verdict: 'down target redirectLoop',
  },
  {
    name: 'a bad certificate',
    type: 'web',
    async serve(host) {
      const server = createSecureServer(await makeCertificate(), (_, response) => response.end())
      return `https://${host}:${await listen(server, host)}/`
    },
    verdict: 'down target certUntrusted',
  },
  {
    name: 'tcp without the reply',
    type: 'tcp',
    serve: stream('tcp', () => {}),
    settings: { steps: [{ expect: 'hello' }] },
    verdict: 'down target timeout',
  },
  {
    name: 'mail that never greets',
    type: 'mail',
    serve: stream('smtp', () => {}),
    verdict: 'down target bannerTimeout',
  },
  {
    name: 'mail that stops after its greeting',
    type: 'mail',
    serve: stream('imap', (socket) => socket.write('* OK ready\r\n')),
    verdict: 'down target timeout',
  },
  {
    name: 'silent udp',
    type: 'udp',
    serve: async (host) => `udp://${host}:${await silentUdp(host)}`,
    settings: { preset: 'ntp' },
    verdict: 'down network udpNoReply',
  },
]
