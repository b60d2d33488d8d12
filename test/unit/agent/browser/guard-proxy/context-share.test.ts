import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createContextShare } from '../../../../../agent/src/browser/guard-proxy/context-share.ts'

test('a connection that is given back may be taken again; one too many is the last that is asked for', () => {
  const share = createContextShare({ maxBytes: 10, maxConnections: 1 })
  share.take()?.()
  const giveBack = share.take()
  expect(giveBack).not.toBeNull()
  expect(share.wasCut()).toBe(false)
  expect(share.take()).toBeNull()
  expect(share.wasCut()).toBe(true)
  giveBack?.()
  expect(share.take()).toBeNull()
})

test('past its bytes all connections end, and those that ended before are forgotten', async () => {
  const share = createContextShare({ maxBytes: 10, maxConnections: 5 })
  const [gone, there] = [new PassThrough(), new PassThrough()]
  share.keep(gone)
  share.keep(there)
  gone.destroy()
  await once(gone, 'close')
  share.count(Buffer.alloc(10))
  expect(there.destroyed).toBe(false)
  share.count(Buffer.alloc(1))
  expect(there.destroyed).toBe(true)
  expect(share.wasCut()).toBe(true)
})

test('a context that was cut, for whatever reason, has no more bytes than another', () => {
  const share = createContextShare({ maxBytes: 10, maxConnections: 5 })
  const open = new PassThrough()
  share.keep(open)
  share.cut()
  share.count(Buffer.alloc(10))
  expect(open.destroyed).toBe(false)
  share.count(Buffer.alloc(1))
  expect(open.destroyed).toBe(true)
})
