import { readSync } from 'node:fs'

const STANDARD_INPUT = 0
const PIECE_BYTES = 4_096
const LOOK_AGAIN_MS = 10

/** All of standard input as text; waits for its end. A package that looks at `process.stdin` makes a pipe one that does not
 *  wait: on a busy machine an agent was there to read before all of its token was written, and ended with EAGAIN.
 *  @throws NodeJS.ErrnoException when it cannot be read */
export function readStandardInput(): string {
  const pieces: Buffer[] = []
  const piece = Buffer.alloc(PIECE_BYTES)
  const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (;;) {
    try {
      const bytes = readSync(STANDARD_INPUT, piece)
      if (bytes === 0) return Buffer.concat(pieces).toString()
      pieces.push(Buffer.from(piece.subarray(0, bytes)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(clock, 0, 0, LOOK_AGAIN_MS)
    }
  }
}
