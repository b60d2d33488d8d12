import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectTo } from '../../../../agent/src/net/dial.ts'

const V6 = '2001:db8::1'
const V4 = '192.0.2.1'

/** What becomes of a connection to each address; those that are not here stay silent. */
const answers = new Map<string, string>()
/** Addresses that this machine itself has no way to. */
const cutOff = new Set<string>()

const WAYS = {
  open({ host }: { host: string }) {
    const socket = Object.assign(new EventEmitter(), { destroy: () => undefined })
    const code = answers.get(host)
    if (code === 'connected') setImmediate(() => socket.emit('connect'))
    else if (code !== undefined) {
      setImmediate(() => socket.emit('error', Object.assign(new Error(code), { code })))
    }
    return socket as unknown as Socket
  },
  whyNoRoute: async (address: string) => (cutOff.has(address) ? 'ENETUNREACH' : null),
}

beforeEach(() => {
  answers.clear()
  cutOff.clear()
})

/** The cause of a host with two addresses, whose fault it is, and the address it is told of. */
async function triedInOrder(...addresses: string[]) {
  const target = { host: 'site.example', port: 443 }
  const attempt = await connectTo(addresses, target, AbortSignal.timeout(400), WAYS)
  if (!('failure' in attempt)) throw new Error('connected')
  const { source, cause } = attempt.failure
  return [source, cause, attempt.ip]
}

describe.for([
  { name: 'a router that knows no way', isOwn: false },
  { name: 'a machine without IPv6', isOwn: true },
])('with $name', ({ isOwn }) => {
  beforeEach(() => {
    answers.set(V6, 'ENETUNREACH')
    if (isOwn) cutOff.add(V6)
  })

  it('silence of the other address is silence, in either order', async () => {
    expect(await triedInOrder(V6, V4)).toEqual(['network', 'connectionTimeout', V4])
    expect(await triedInOrder(V4, V6)).toEqual(['network', 'connectionTimeout', V4])
  })

  it('a refusal of the other address is not hidden by what is the own fault', async () => {
    answers.set(V4, 'ECONNREFUSED')
    const refused = ['target', 'connectionRefused', V4]
    const first = isOwn ? refused : ['network', 'networkUnreachable', V6]
    expect(await triedInOrder(V6, V4)).toEqual(first)
    expect(await triedInOrder(V4, V6)).toEqual(refused)
  })

  it('alone it is whose fault it is', async () => {
    const expected = isOwn
      ? ['agent', 'agentEgressDown', V6]
      : ['network', 'networkUnreachable', V6]
    expect(await triedInOrder(V6)).toEqual(expected)
  })
})

it('leaves nothing of the way there with the connection, but what keeps an error from ending the process', async () => {
  answers.set(V4, 'connected')
  answers.set(V6, 'connected')
  const target = { host: 'site.example', port: 443 }
  const connect = (ip: string) => connectTo([ip], target, AbortSignal.timeout(400), WAYS)
  const [one, other] = [await connect(V4), await connect(V6)]
  if ('failure' in one || 'failure' in other) throw new Error('not connected')
  expect(one.socket.eventNames()).toEqual(['error'])
  expect(one.socket.listeners('error')).toHaveLength(1)
  expect(one.socket.listeners('error')).toEqual(other.socket.listeners('error'))
})
