import fc from 'fast-check'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import {
  ANSWER_TOO_LONG,
  createPipeTransport,
} from '../../../../agent/src/browser/pipe-transport.ts'

/** What a transport makes of pieces that come. */
function heardOf(pieces: readonly Buffer[]): string[] {
  const fromChrome = new PassThrough()
  const transport = createPipeTransport(new PassThrough(), fromChrome)
  const heard: string[] = []
  Object.assign(transport, { onmessage: (message: string) => heard.push(message) })
  for (const piece of pieces) fromChrome.emit('data', piece)
  return heard
}

test('messages come whole, however they are cut', () => {
  const message = fc
    .string({ minLength: 1, unit: 'grapheme' })
    .filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.nat(40)), (messages, cuts) => {
      const all = Buffer.from(messages.map((each) => `${each}\0`).join(''))
      const pieces: Buffer[] = []
      let rest = all
      for (const cut of cuts) {
        pieces.push(rest.subarray(0, cut))
        rest = rest.subarray(cut)
      }
      expect(heardOf([...pieces, rest])).toEqual(messages.map((each) => each.toWellFormed()))
    }),
  )
})

test('a message that is too long for its kind is left out, and the next one comes', () => {
  const long = 'x'.repeat(70_000)
  const messages = [
    `{"method":"Runtime.consoleAPICalled","params":"${long}"}`,
    `{"method":"Log.entryAdded","params":"${long}"}`,
    `{"method":"Network.requestWillBeSent","params":"${long}"}`,
    `{"id":1,"result":"${long}"}`,
  ]
  const all = Buffer.from(messages.map((each) => `${each}\0`).join(''))
  const bytes = Array.from({ length: Math.ceil(all.length / 1_000) }, (_, i) =>
    all.subarray(i * 1_000, (i + 1) * 1_000),
  )
  for (const pieces of [[all], bytes]) expect(heardOf(pieces)).toEqual(messages.slice(2))
})

test('a command whose answer is left out fails, however that was cut', () => {
  const data = 'x'.repeat(36_000_000)
  const error = { code: -32_000, message: ANSWER_TOO_LONG }
  const all = Buffer.from(
    `{"id":17,"result":{"data":"${data}"},"sessionId":"0A1B"}\0{"id":18,"result":{"data":"${data}"}}\0{"id":19}\0`,
  )
  const inside = 36_000_020
  for (const cuts of [[30], [inside, inside + 40, inside + 45]]) {
    const pieces = [0, ...cuts].map((from, i) => all.subarray(from, cuts[i]))
    expect(heardOf(pieces).map((message) => JSON.parse(message))).toEqual([
      { id: 17, sessionId: '0A1B', error },
      { id: 18, error },
      { id: 19 },
    ])
  }
})

test('what is said is ended by a zero byte, and the end of Chrome is told', () => {
  const toChrome = new PassThrough()
  const fromChrome = new PassThrough()
  const transport = createPipeTransport(toChrome, fromChrome)
  let isClosed = false
  Object.assign(transport, { onclose: () => (isClosed = true) })
  transport.send('{"id":1}')
  expect(String(toChrome.read())).toBe('{"id":1}\0')
  fromChrome.emit('close')
  expect(isClosed).toBe(true)
})
