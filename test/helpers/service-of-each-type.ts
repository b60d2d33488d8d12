import { createServer } from 'node:http'
import type { MonitorType } from '@sightline/shared/check-words'
import { record, startDnsServer } from './dns-server.ts'
import { listen, serveRaw } from './listen.ts'
import { serveMail } from './mail-server.ts'
import { serveUdp } from './udp-server.ts'

/** A monitor of something that answers, until the test ends. */
type Watched = { readonly url: string; readonly settings?: object }

/** Starts a service for each type of monitor. @returns how it is watched, with settings that are no defaults */
export async function serviceOfEachType(): Promise<Readonly<Record<MonitorType, Watched>>> {
  const web = await listen(createServer((_, response) => response.end('hello')))
  const tcp = await serveRaw((socket) => socket.write('hello\r\n'))
  const udp = await serveUdp((_, reply) => reply('hello'))
  const dns = await startDnsServer(({ name }) => ({ answers: [record(name, 'A', '192.0.2.1')] }))
  const mail = await serveMail({
    greeting: '220 ready',
    replies: { EHLO: '250 ready', QUIT: { text: '221 bye', after: 'close' } },
  })
  return {
    web: {
      url: `http://127.0.0.1:${web}/`,
      settings: { keyword: { value: 'hello' }, headers: { Authorization: 'secret' } },
    },
    tcp: { url: `tcp://127.0.0.1:${tcp}`, settings: { steps: [{ expect: 'hello' }] } },
    udp: { url: `udp://127.0.0.1:${udp}`, settings: { anyReply: true } },
    ping: { url: 'ping://127.0.0.1', settings: { packets: 2 } },
    dns: {
      url: 'dns://watched.example',
      settings: { resolver: dns.at, expected: { match: 'contains', values: ['192.0.2.1'] } },
    },
    mail: { url: `smtp://127.0.0.1:${mail.port}` },
  }
}
