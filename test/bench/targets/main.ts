import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import path from 'node:path'
import { createEchoServer, createNameServer } from './datagrams.ts'
import type { TargetPorts } from './start-targets.ts'
import { createMailServer, createSilentServer } from './streams.ts'
import { createSecureWebServer, createWebServer } from './web.ts'

const HOST = '127.0.0.1'

async function listening(server: Server): Promise<number> {
  // A burst of connections must not meet a full queue: it would be the target's fault, not the agent's.
  server.listen({ host: HOST, port: 0, backlog: 4_096 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function bound(socket: Socket): Promise<number> {
  socket.bind(0, HOST)
  await once(socket, 'listening')
  return socket.address().port
}

// A process of its own: whom it serves must not be charged for it.
const folder = process.argv[2] ?? ''
const certificate = {
  key: readFileSync(path.join(folder, 'key.pem')),
  cert: readFileSync(path.join(folder, 'cert.pem')),
}
const ports: TargetPorts = {
  http: await listening(createWebServer()),
  https: await listening(createSecureWebServer(certificate)),
  silent: await listening(createSilentServer()),
  mail: await listening(createMailServer()),
  udp: await bound(createEchoServer()),
  dns: await bound(createNameServer()),
}
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', ports })
