import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReceivedBytes } from '../../../../../agent/src/net/conversation/received-bytes.ts'

const STEPS = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('append' as const), bytes: fc.uint8Array({ maxLength: 40 }) }),
    fc.record({
      kind: fc.constant('take' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  ),
  { maxLength: 40 },
)

test('bytes come out as they went in, and what was handed out stays as it was', () => {
  fc.assert(
    fc.property(STEPS, (steps) => {
      const received = new ReceivedBytes()
      const handedOut: [Buffer, Buffer][] = []
      let expected = Buffer.alloc(0)
      for (const step of steps) {
        if (step.kind === 'append') {
          received.append(Buffer.from(step.bytes))
          expected = Buffer.concat([expected, step.bytes])
        } else {
          const bytes = Math.round(step.share * expected.length)
          handedOut.push([received.take(bytes), expected.subarray(0, bytes)])
          expected = expected.subarray(bytes)
        }
        handedOut.push([received.first(received.length), expected])
      }
      for (const [given, was] of handedOut) expect(given.equals(was)).toBe(true)
    }),
  )
})
