import { Writable } from 'node:stream'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { Outbox } from '../../../../../agent/src/net/conversation/outbox.ts'

/** An outbox onto a stream that takes one write at a time, when it is told to. */
function onSlowStream() {
  const taking: (() => void)[] = []
  const stream = new Writable({ write: (_chunk, _encoding, done) => void taking.push(done) })
  const takeOne = async (): Promise<void> => {
    taking.shift()?.()
    await new Promise(setImmediate)
  }
  return { outbox: new Outbox(stream as Duplex), takeOne }
}

test('it is flushed when the last of all that was sent is taken', async () => {
  const { outbox, takeOne } = onSlowStream()
  expect(await outbox.flushed()).toBeNull()
  outbox.send('one')
  outbox.send('two')
  let isFlushed = false
  const flushed = outbox.flushed().then((ending) => {
    isFlushed = true
    return ending
  })
  await takeOne()
  expect(isFlushed).toBe(false)
  await takeOne()
  expect(await flushed).toBeNull()
})

test('whoever waits for it is told the ending that came before', async () => {
  const { outbox, takeOne } = onSlowStream()
  outbox.send('one')
  const flushed = outbox.flushed()
  outbox.end({ kind: 'closed' })
  await takeOne()
  expect(await flushed).toEqual({ kind: 'closed' })
})
