import { describe, expect, it, vi } from 'vitest'
import { createLiveStream } from '../../../../controller/src/api/live-stream.ts'
import type { LiveEvent } from '../../../../controller/src/live/read-events.ts'

const gone = (id: string): LiveEvent => ({ event: 'monitorGone', data: { id } })
const reset: LiveEvent = { event: 'reset', data: { at: '2026-03-10T12:00:00.000Z' } }
const textOf = ({ event, data }: LiveEvent) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** What a client has read when it took everything there is. */
async function readAll(body: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of body) text += String(piece)
  return text
}

describe('a stream of live events', () => {
  it('sends every event, and after them where the client goes on', async () => {
    const stream = createLiveStream(() => [reset])
    stream.tell([gone('a'), gone('b')], '7')
    stream.tell([gone('c')], null)
    stream.end()
    expect(await readAll(stream.body)).toBe(
      `retry: 3000\n\n${[gone('a'), gone('b'), gone('c')].map(textOf).join('')}id: 7\n\n`,
    )
  })

  it('tells a client that reads too slowly to read anew, and goes on from there', async () => {
    const stream = createLiveStream(() => [reset], 200)
    for (let n = 0; n < 1_000; n += 1) stream.tell([gone(`monitor ${n}`)], String(n))
    const left = stream.body.readableLength
    expect(left).toBeLessThan(300)
    stream.end()
    const text = await readAll(stream.body)
    expect(text.length).toBeLessThan(600)
    expect(text).toContain(textOf(reset))
    expect(text.endsWith('id: 999\n\n')).toBe(true)
  })

  it('lets a client of a quiet workspace know where the others are', async () => {
    vi.useFakeTimers()
    try {
      const stream = createLiveStream(() => [reset])
      let text = ''
      stream.body.on('data', (piece) => (text += String(piece)))
      stream.tell([], '7')
      await vi.advanceTimersByTimeAsync(1)
      expect(text).toContain('id: 7\n\n')
      stream.tell([], '8')
      await vi.advanceTimersByTimeAsync(1)
      expect(text).not.toContain('id: 8')
      await vi.advanceTimersByTimeAsync(15_000)
      expect(text.endsWith(': still here\nid: 8\n\n')).toBe(true)
      stream.body.destroy()
    } finally {
      vi.useRealTimers()
    }
  })
})
