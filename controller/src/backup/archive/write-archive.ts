import type { FileHandle } from 'node:fs/promises'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createGzip } from 'node:zlib'
import { BackupError } from '../backup-error.ts'
import type { Snapshot, TableRows } from '../snapshot.ts'
import { draftName } from './draft-name.ts'
import { NAMES, pieceName } from './names.ts'
import { removeWhenStopped } from './remove-when-stopped.ts'
import { BLOCK_BYTES, padding, tarHeader } from './tar.ts'

/** Of compressed rows: what is in memory of an archive at a time. */
const PIECE_BYTES = 1_048_576

/** Level 6 takes twice the time for a twelfth less. */
const GZIP = { level: 4, chunkSize: 65_536 }

/** Writes an archive to a file that is not there yet, whole or not at all; only its owner can read it.
 *  @param keyText of secret.key; null: the keys are kept elsewhere
 *  @returns its size in bytes
 *  @throws BackupError when there is such a file */
export async function writeArchive(
  path: string,
  snapshot: Snapshot,
  keyText: string | null,
): Promise<number> {
  const draft = draftName(path)
  const file = await open(draft, 'wx', 0o600)
  const goOn = removeWhenStopped(draft)
  try {
    const size = await writeAll(file, snapshot, keyText)
    await file.sync()
    await file.close()
    await publish(draft, path)
    return size
  } catch (error: unknown) {
    if (codeOf(error) !== 'ENOSPC') throw error
    throw new BackupError(
      `The disk of ${dirname(path)} is full: make room, or write the backup to another one.`,
    )
  } finally {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
    goOn()
  }
}

async function writeAll(
  file: FileHandle,
  snapshot: Snapshot,
  keyText: string | null,
): Promise<number> {
  const { manifest } = snapshot
  const at = new Date(manifest.takenAt)
  let size = 0
  const write = async (buffers: Buffer[]): Promise<void> => {
    for (const buffer of buffers) {
      // A full disk may take a part of it.
      for (let done = 0; done < buffer.length;) {
        done += (await file.write(buffer, done)).bytesWritten
      }
      size += buffer.length
    }
  }
  const put = (name: string, content: Buffer): Promise<void> =>
    write([tarHeader(name, content.length, at), content, padding(content.length)])

  await put(NAMES.manifest, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
  if (keyText !== null) await put(NAMES.key, Buffer.from(keyText))
  let pieces = 0
  let number = 0
  for await (const table of snapshot.tables()) {
    pieces += await writeTable(put, number, table)
    number += 1
  }
  await put(NAMES.end, Buffer.from(`${JSON.stringify({ pieces })}\n`))
  await write([Buffer.alloc(2 * BLOCK_BYTES)])
  return size
}

/** @returns how many pieces it took */
async function writeTable(
  put: (name: string, content: Buffer) => Promise<void>,
  number: number,
  { rows }: TableRows,
): Promise<number> {
  let pieces = 0
  let kept: Buffer[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    await put(pieceName(number, pieces), Buffer.concat(kept, bytes))
    pieces += 1
    kept = []
    bytes = 0
  }
  const gzip = createGzip(GZIP)
  rows.on('error', (error) => gzip.destroy(error))
  for await (const chunk of rows.pipe(gzip) as AsyncIterable<Buffer>) {
    kept.push(chunk)
    bytes += chunk.length
    if (bytes >= PIECE_BYTES) await flush()
  }
  await flush()
  return pieces
}

/** Gives the file its name, which nobody else may have taken meanwhile, and has the disk know of it. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error: unknown) {
    if (codeOf(error) === 'EEXIST') {
      throw new BackupError(`${path} is there already and is left as it is: take another name.`)
    }
    // File systems of sticks and shares have no links.
    await rename(draft, path)
  }
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } catch {
    // Nor can all of them be told to write down a folder.
  } finally {
    await folder.close()
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}
