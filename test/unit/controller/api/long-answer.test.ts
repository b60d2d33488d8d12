import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@sightline/shared/logger'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { jsonWithList, sendInPieces } from '../../../../controller/src/api/long-answer.ts'

const log = createLogger('test', 'fatal')

async function inPieces(pieces: AsyncGenerator<string>): Promise<IncomingMessage> {
  const app = Fastify()
  app.get('/', (_, reply) => sendInPieces(reply, { pieces, type: 'text/plain', log }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const request = get({ port, host: '127.0.0.1', agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

async function* partsOf<T>(...parts: readonly T[]): AsyncGenerator<T> {
  yield* parts
}

describe('an answer in pieces', () => {
  it('comes whole', async () => {
    const answer = await inPieces(partsOf('one ', 'two ', 'three'))
    expect([answer.statusCode, await textOf(answer.setEncoding('utf8'))]).toEqual([
      200,
      'one two three',
    ])
  })

  it('may have no piece at all', async () => {
    const answer = await inPieces(partsOf<string>())
    expect(await textOf(answer.setEncoding('utf8'))).toBe('')
  })

  it('is an error like any other where the first piece fails', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield* partsOf<string>()
      throw Object.assign(new Error('no'), { statusCode: 404 })
    }
    expect((await inPieces(failing())).statusCode).toBe(404)
  })

  it('is broken off where a later one fails', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield 'first'
      throw new Error('no')
    }
    const answer = await inPieces(failing())
    await expect(textOf(answer.setEncoding('utf8'))).rejects.toThrow(/aborted|reset/i)
  })

  it('is made no faster than it is taken, and not to its end when the client leaves', async () => {
    let made = 0
    const ended = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          made += 1
          yield 'x'.repeat(1024 * 1024)
          await new Promise(setImmediate)
        }
      } finally {
        ended.resolve()
      }
    }
    const answer = await inPieces(endless())
    await once(answer, 'readable')
    // Until all that lies between is full, which is some MB.
    let before = -1
    while (made > before) {
      before = made
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(made).toBeLessThan(100)
    answer.destroy()
    await ended.promise
  })
})

describe('an object with a long list', () => {
  const made = (...parts: string[][]) =>
    textOf(jsonWithList({ a: 1 }, { name: 'items', items: partsOf(...parts) }, (n) => ({ n })))

  it.each([
    [[], '{"a":1,"items":[],"n":0}'],
    [[[]], '{"a":1,"items":[],"n":0}'],
    [[['1', '2'], [], ['{"b":3}']], '{"a":1,"items":[1,2,{"b":3}],"n":3}'],
  ])('is JSON: %j', async (parts, text) => {
    expect(await made(...parts)).toBe(text)
  })
})
