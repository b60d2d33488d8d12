import type { FileHandle } from 'node:fs/promises'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { whyNoFile } from '../../process/why-no-file.ts'
import { BackupError } from '../backup-error.ts'
import { ARCHIVE_FORMAT, JOBS, Manifest } from '../manifest.ts'
import type { Snapshot, TableRows } from '../snapshot.ts'
import { NAMES, readPieceName } from './names.ts'
import { BLOCK_BYTES, paddedSize, readTarHeader } from './tar.ts'

/** More than any part of an archive has: what is larger is none of ours. */
const MAX_PART_BYTES = 64 * 1_048_576

/** Where a part of an archive is in its file. */
interface Part {
  readonly name: string
  readonly at: number
  readonly size: number
}

/** An archive that is whole, as far as its parts tell; what is in them is looked at when it is read. */
export interface Archive extends Snapshot {
  /** Text of secret.key; null: the keys are kept elsewhere. */
  readonly keyText: string | null
  readonly close: () => Promise<void>
}

const Format = z.object({ product: z.literal('Sightline'), format: z.int(), version: z.string() })
const End = z.object({ pieces: z.int() })

/** @throws BackupError with what is wrong with the file */
export async function openArchive(path: string): Promise<Archive> {
  // A pipe that nobody writes to is never opened.
  const noFile = whyNoFile(path, await stat(path))
  if (noFile !== null) throw new BackupError(noFile)
  const file = await open(path, 'r')
  try {
    return await readArchive(file, path)
  } catch (error: unknown) {
    await file.close()
    throw error
  }
}

async function readArchive(file: FileHandle, path: string): Promise<Archive> {
  const cutShort = new BackupError(
    `${path} is not whole: its end is missing or damaged. Copy it again, or take another backup.`,
  )
  const parts = await listParts(file)
  const [first] = parts
  if (first?.name !== NAMES.manifest) {
    throw new BackupError(`${path} is not a backup of Sightline.`)
  }
  const manifest = await readManifest(file, first, path)
  const last = parts.at(-1)
  const pieces = parts.filter(({ name }) => readPieceName(name) !== null)
  if (last?.name !== NAMES.end) throw cutShort
  const end = End.safeParse(jsonOf(await readPart(file, last)))
  if (!end.success || end.data.pieces !== pieces.length) throw cutShort
  const key = parts.find(({ name }) => name === NAMES.key)
  const keyText = key === undefined ? null : (await readPart(file, key)).toString('utf8')
  return {
    manifest,
    keyText,
    tables: () => readTables(file, manifest, pieces),
    close: () => file.close(),
  }
}

async function readManifest(file: FileHandle, part: Part, path: string): Promise<Manifest> {
  const json = jsonOf(await readPart(file, part))
  const format = Format.safeParse(json)
  if (!format.success) throw new BackupError(`${path} is not a backup of Sightline.`)
  if (format.data.format !== ARCHIVE_FORMAT) {
    throw new BackupError(
      `${path} was made by version ${format.data.version}, whose backups this one cannot read: update this program first.`,
    )
  }
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw new BackupError(`${path} is damaged: what it holds cannot be read.`)
  return manifest.data
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return null
  }
}

/** Looks at the headers alone: of a large archive a moment's work. Ends where there is none any more. */
async function listParts(file: FileHandle): Promise<Part[]> {
  const parts: Part[] = []
  const { size: fileSize } = await file.stat()
  const header = Buffer.alloc(BLOCK_BYTES)
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(header, 0, BLOCK_BYTES, at)
    const told = bytesRead === BLOCK_BYTES ? readTarHeader(header) : null
    if (told === null || told.size > MAX_PART_BYTES) return parts
    const from = at + BLOCK_BYTES
    if (from + told.size > fileSize) return parts
    parts.push({ ...told, at: from })
    at = from + paddedSize(told.size)
  }
}

async function readPart(file: FileHandle, { at, size }: Part): Promise<Buffer> {
  const content = Buffer.alloc(size)
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(content, done, size - done, at + done)
    if (bytesRead === 0) throw new BackupError('The backup became shorter while it was read.')
    done += bytesRead
  }
  return content
}

async function* readTables(
  file: FileHandle,
  manifest: Manifest,
  pieces: readonly Part[],
): AsyncIterable<TableRows> {
  const byTable = Map.groupBy(pieces, ({ name }) => readPieceName(name)?.table)
  const names = [...manifest.tables.map(({ name }) => name), JOBS]
  for (const [number, name] of names.entries()) {
    const own = byTable.get(number)
    if (own === undefined) throw new BackupError(`The rows of ${name} are missing in the backup.`)
    yield { name, rows: unpack(file, own, name) }
  }
}

function unpack(file: FileHandle, pieces: readonly Part[], name: string): Readable {
  async function* contents(): AsyncIterable<Buffer> {
    for (const piece of pieces) yield readPart(file, piece)
  }
  const packed = Readable.from(contents())
  const gunzip = createGunzip({ chunkSize: 65_536 })
  packed.on('error', (error) => gunzip.destroy(error))
  const rows = packed.pipe(gunzip)
  return Readable.from(
    (async function* () {
      try {
        yield* rows as AsyncIterable<Buffer>
      } catch (error: unknown) {
        if (error instanceof BackupError) throw error
        throw new BackupError(`The rows of ${name} are damaged in the backup.`, { cause: error })
      }
    })(),
  )
}
