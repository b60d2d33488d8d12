import { expect, it } from 'vitest'
import { parseEvent, readEvents } from '../../../../controller/web/src/data/event-reader.ts'

it('reads events however they are cut into pieces', async () => {
  const text = 'event: region\ndata: {"region":"é"}\n\n: still here\n\nevent: done\ndata: {}\n\n'
  const bytes = new TextEncoder().encode(text)
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(pieces)) events.push(event)
  expect(events).toEqual([
    { event: 'region', data: { region: 'é' } },
    { event: 'done', data: {} },
  ])
})

it('passes over comments', () => {
  expect(parseEvent(': still here')).toBeNull()
})
