import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openableUrl } from '../process/openable-url.ts'

/** Where the API listens. */
export interface Listening {
  /** As a browser of this machine opens it. */
  readonly url: string
  /** Takes no more requests, and waits for those that are being answered. */
  readonly stop: () => Promise<void>
}

/** Addresses that a name has and this machine does not: without IPv6, ::1 is one. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Has the API listen at every address of its host: `localhost` is ::1 and 127.0.0.1. Connections to any of
 *  them come to the one server, so that whatever guards it (`front-door.ts`) guards all; the framework would
 *  start another for the second address, which knows nothing of that.
 *  @throws when the port is taken at one of them */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  addressesOf: (host: string) => Promise<string[]> = addressesOfName,
): Promise<Listening> {
  const addresses = host === 'localhost' ? await addressesOf(host) : [host]
  const [first, ...others] = await openable(addresses)
  if (first === undefined) throw new Error(`this machine has none of the addresses of ${host}`)
  await app.listen({ host: first, port })
  const listening = app.server.address() as AddressInfo
  const passing = await Promise.all(others.map((address) => pass(app.server, address)))
  return {
    url: openableUrl(listening.address, listening.port),
    async stop() {
      const closed = passing.map((server) => new Promise((resolve) => server.close(resolve)))
      await Promise.all([app.close(), ...closed])
    },
  }
}

async function addressesOfName(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Those that this machine has. Of one alone the server says itself why it cannot listen there. */
async function openable(addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 1) return [...addresses]
  const found = await Promise.all(addresses.map(isHere))
  return addresses.filter((_, index) => found[index])
}

async function isHere(address: string): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ host: address, port: 0 })
    await once(probe, 'listening')
    return true
  } catch (error: unknown) {
    return !NOT_HERE.has((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    probe.close()
  }
}

/** Takes connections at another address, at the same port, for a server. */
async function pass(to: Server, host: string): Promise<Server> {
  const server = createServer({ noDelay: true }, (socket) => to.emit('connection', socket))
  server.listen({ host, port: (to.address() as AddressInfo).port })
  await once(server, 'listening')
  return server
}
