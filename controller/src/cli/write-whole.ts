import type { Stats, WriteStream } from 'node:fs'
import { createWriteStream } from 'node:fs'
import { chmod, chown, copyFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { draftName } from '../backup/archive/draft-name.ts'
import { removeWhenStopped } from '../backup/archive/remove-when-stopped.ts'

/** Only its owner reads what is written anew. */
const MODE = 0o600

/** Writes a file whole or not at all: one that is there stays as it is until all of the new one is on disk, and keeps its
 *  mode and owner. What is no file, such as a pipe, and what is in a folder that takes no new one, is written to itself.
 *  @throws what the system, or the making of the pieces, throws; of the file with the path as it was given */
export async function writeWhole(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const known = await stat(path).catch(() => null)
  const draft =
    known === null
      ? await openDraft(path, path)
      : known.isFile()
        ? await openDraft(await realpath(path), path).catch(unlessRefused)
        : null
  if (draft === null) {
    await pipeline(pieces, createWriteStream(path))
    return
  }
  const goOn = removeWhenStopped(draft.name)
  try {
    await pipeline(pieces, draft.stream)
    if (known !== null) await resemble(draft.name, known)
    // In a folder that others share only they may replace their files, and fill them.
    await rename(draft.name, draft.file).catch(() => copyFile(draft.name, draft.file))
  } finally {
    await rm(draft.name, { force: true })
    goOn()
  }
}

interface Draft {
  /** What it becomes. */
  readonly file: string
  readonly name: string
  readonly stream: WriteStream
}

/** @param path that errors name */
async function openDraft(file: string, path: string): Promise<Draft> {
  const name = draftName(file)
  const stream = createWriteStream(name, { flags: 'wx', mode: MODE, flush: true })
  await new Promise((resolve, reject) => {
    stream.once('open', resolve)
    stream.once('error', (error) => reject(Object.assign(error, { path })))
  })
  return { file, name, stream }
}

/** @throws the error where it is another */
function unlessRefused(error: NodeJS.ErrnoException): null {
  if (error.code === 'EACCES' || error.code === 'EPERM') return null
  throw error
}

async function resemble(draft: string, { mode, uid, gid }: Stats): Promise<void> {
  await chmod(draft, mode & 0o777)
  // Whoever is neither its owner nor root cannot.
  await chown(draft, uid, gid).catch(() => undefined)
}
