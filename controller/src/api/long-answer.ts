import { Readable } from 'node:stream'
import type { Logger } from '@sightline/shared/logger'
import type { FastifyReply } from 'fastify'

/** An object with a list that is too long to be held at once, as JSON in pieces.
 *  @param list its field, and its entries as JSON, some at a time
 *  @param end the fields after it, which may tell how many entries there were */
export async function* jsonWithList(
  head: object,
  list: { readonly name: string; readonly items: AsyncIterable<readonly string[]> },
  end: (count: number) => object,
): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"${list.name}":[`
  let count = 0
  for await (const items of list.items) {
    if (items.length === 0) continue
    yield before + items.join(',')
    before = ','
    count += items.length
  }
  yield `${count === 0 ? before : ''}],${JSON.stringify(end(count)).slice(1)}`
}

/** Sends what is made while it is sent, no faster than the client takes it; when that leaves, the making ends. Until
 *  the first piece is there a failure is answered like any other; after that it can only break the answer off.
 *  @param pieces not checked by a schema: its maker answers for its form */
export async function sendInPieces(
  reply: FastifyReply,
  answer: {
    readonly pieces: AsyncGenerator<string>
    readonly type: string
    readonly log: Logger
  },
): Promise<FastifyReply> {
  const { pieces, type, log } = answer
  const first = await pieces.next()
  const body = Readable.from(startingWith(first, pieces))
  body.once('error', (error) => log.warn({ err: error }, 'an answer was broken off'))
  return reply.type(type).send(body)
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  try {
    if (first.done !== true) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
