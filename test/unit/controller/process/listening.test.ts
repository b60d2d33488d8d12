import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../../../controller/src/process/listening.ts'
import { StartError } from '../../../../controller/src/process/start-error.ts'

/** Listens somewhere as programs do, and says what the operator reads where that fails. */
async function problemOf(host: string, port: number): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  const tried = listening('the HTTP port', { host: ['HOST', host], port: 'PORT' }, async () => {
    server.listen({ host, port })
    await once(server, 'listening')
  })
  const error: unknown = await tried.then(
    () => null,
    (problem: unknown) => problem,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

test('a port that is taken is told by its variable', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await problemOf('127.0.0.1', port)).toMatch(
    /^PORT: the HTTP port cannot listen there \(listen EADDRINUSE.*\); set PORT to another port$/,
  )
})

test('an address that this machine does not have is told by the variable of the address', async () => {
  expect(await problemOf('192.0.2.5', 0)).toMatch(
    /^HOST is "192\.0\.2\.5": the HTTP port cannot listen there \(listen EADDRNOTAVAIL.*\); set HOST to an address of this machine$/,
  )
})

test('so is a name that has no address, as one with brackets or a scheme', async () => {
  for (const host of ['[::1]', 'http://127.0.0.1']) {
    const lookedUp = listening('the HTTP port', { host: ['HOST', host], port: 'PORT' }, () =>
      Promise.reject(
        Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }),
      ),
    )
    await expect(lookedUp).rejects.toThrow(`HOST is "${host}": the HTTP port cannot listen there`)
  }
})
