import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from '../../helpers/free-port.ts'
import { listen } from '../../helpers/listen.ts'

/** Where Linux begins with what it gives to outgoing connections. */
const FIRST_OUTGOING = 32_768

it('lies where no outgoing connection takes it while a program comes back to it', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(Math.max(...ports)).toBeLessThan(FIRST_OUTGOING)
})

it('is the preferred one when that is free, else another', async () => {
  const preferred = await freePort()
  expect(await freePort(preferred)).toBe(preferred)
  const server = createServer()
  const taken = await listen(server)
  expect(await freePort(taken)).not.toBe(taken)
  server.close()
})

it('is another each time: a program that is started anew finds its own', async () => {
  const ports: number[] = []
  for (let asked = 0; asked < 200; asked += 1) ports.push(await freePort())
  expect(new Set(ports).size).toBe(ports.length)
})
