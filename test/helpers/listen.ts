import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens on a loopback port, a free one unless told otherwise, until the test ends, then breaks off what is still connected.
 *  @returns the port */
export async function listen(
  server: Server | HttpServer,
  host = '127.0.0.1',
  port = 0,
): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A TCP server that does with each connection what the test says. @returns its port */
export const serveRaw = (connected: (socket: Socket) => void): Promise<number> =>
  listen(createServer(connected))
