import { readSync } from 'node:fs'

const CHUNK_BYTES = 4_096
const AGAIN_MS = 10

const waits = new Int32Array(new SharedArrayBuffer(4))

/** Reads standard input to its end, however late that comes. Node reads it without waiting once anything imports
 *  `node:process`, so a token that whoever started this has not sent yet would be missed.
 *  @throws NodeJS.ErrnoException when it cannot be read */
export function readStandardInput(): string {
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    const length = readOrWait(chunk)
    if (length === 0) return Buffer.concat(chunks).toString('utf8')
    if (length !== null) chunks.push(chunk.subarray(0, length))
  }
}

/** @returns how many bytes came; null when there is none yet, a while later */
function readOrWait(chunk: Buffer): number | null {
  try {
    return readSync(0, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    Atomics.wait(waits, 0, 0, AGAIN_MS)
    return null
  }
}
