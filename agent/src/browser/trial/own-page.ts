import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeOwnCertificate } from './own-certificate.ts'

/** An https page of the agent's own on the loopback network. */
export interface OwnPage {
  readonly port: number
  /** Ends it with all of its connections. */
  readonly close: () => void
}

export async function serveOwnPage(): Promise<OwnPage> {
  const server = createServer(makeOwnCertificate('127.0.0.1'), (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Sightline</title><p id="shown">Sightline')
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
