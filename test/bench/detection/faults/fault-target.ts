import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'

/** A web server on a port of its own which answers 200 until it is broken, in one way. */
export interface FaultTarget {
  readonly port: number
  readonly break: () => Promise<void>
  readonly repair: () => Promise<void>
}

/** @param host address to listen on */
export type MakeFaultTarget = (host: string) => Promise<FaultTarget>

/** The page of everything that is well. */
export const answerPage: RequestListener = (_, response) => {
  response.end('<p>All is well.</p>')
}

/** @param port 0 for the system's choice
 *  @returns the port */
export async function listenOn(server: NetServer, host: string, port = 0): Promise<number> {
  server.listen({ host, port })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Stops listening and breaks off what is connected. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
