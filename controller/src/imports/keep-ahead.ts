import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Pieces that are made without regard to who takes them. */
export interface KeptAhead<T> {
  /** In their order; fails where the making failed, after what was made before. */
  readonly pieces: AsyncGenerator<T>
  /** Nobody takes them any more: no more are made, and the file goes. May be called more than once. */
  readonly drop: () => void
}

/** Makes pieces at once, however slowly they are taken: those that wait are in a file, so that whoever takes his time
 *  holds nothing that others wait for.
 *  @param made pieces that are the same after a way through JSON
 *  @param over called when no more are made */
export async function keepAhead<T>(
  made: AsyncIterable<T>,
  over: () => void,
): Promise<KeptAhead<T>> {
  const file = await openNameless()
  const lengths: number[] = []
  const state = { isOver: false, isDropped: false }
  let more = Promise.withResolvers<void>()
  const tell = (): void => {
    more.resolve()
    more = Promise.withResolvers()
  }

  async function makeAll(): Promise<void> {
    try {
      for await (const piece of made) {
        if (state.isDropped) break
        const bytes = Buffer.from(JSON.stringify(piece))
        await file.writeFile(bytes)
        lengths.push(bytes.length)
        tell()
      }
    } finally {
      state.isOver = true
      over()
      tell()
    }
  }
  const making = makeAll()
  // Told to who takes the pieces, once those before are taken.
  making.catch(() => undefined)

  async function* pieces(): AsyncGenerator<T> {
    let at = 0
    for (let index = 0; index < lengths.length || !state.isOver;) {
      const length = lengths[index]
      if (length === undefined) await more.promise
      else {
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
        yield JSON.parse(buffer.toString()) as T
        at += length
        index += 1
      }
    }
    await making
  }

  return {
    pieces: pieces(),
    drop() {
      if (state.isDropped) return
      state.isDropped = true
      // What is being written or read fails then, and nobody hears of it.
      void file.close().catch(() => undefined)
    },
  }
}

/** A file that is gone with whoever has it open, also when that is killed. */
async function openNameless() {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-import-'))
  try {
    return await open(join(folder, 'rows'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
