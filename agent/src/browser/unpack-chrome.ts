import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { createHash } from 'node:crypto'
import { extract } from 'tar-fs'
import { chromeEnvironment } from './chrome-environment.ts'

/** A program of Chrome's. */
interface UnpackedChrome {
  readonly file: string
  /** What it needs beside the usual environment. */
  readonly environment: Readonly<Record<string, string>>
}

/** A Chrome that can be started. */
export interface ChromeProgram extends UnpackedChrome {
  /** Whether the processes of pages must be locked in; else they are where it can be had. */
  readonly isSandboxed: boolean
}

const UNPACKING = 'unpacking-'
/** Unpacking takes seconds; what is this old was left by a process that died. */
const ABANDONED_MS = 3_600_000

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNPACKING)) continue
    const left = path.join(folder, name)
    const age = await stat(left).catch(() => null)
    if (age !== null && Date.now() - age.mtimeMs > ABANDONED_MS) {
      await rm(left, { recursive: true, force: true })
    }
  }
}

async function unpackInto(archives: string, folder: string, signal: AbortSignal): Promise<void> {
  const source = (name: string) => createReadStream(path.join(archives, name))
  const program = createWriteStream(path.join(folder, 'chromium'), { mode: 0o755 })
  await pipeline(source('chromium.br'), createBrotliDecompress(), program, { signal })
  const parts = { 'al2023.tar.br': 'libraries', 'fonts.tar.br': 'fonts', 'swiftshader.tar.br': '' }
  for (const [name, into] of Object.entries(parts)) {
    const files = extract(path.join(folder, into))
    await pipeline(source(name), createBrotliDecompress(), files, { signal })
  }
}

/** Names what an installed package holds, so that a new version of it is unpacked anew. */
async function nameOf(archives: string): Promise<string> {
  const { size, mtimeMs } = await stat(path.join(archives, 'chromium.br'))
  return createHash('sha256').update(`${size} ${mtimeMs}`).digest('hex').slice(0, 16)
}

/** Unpacks the Chrome of an npm package with the libraries and fonts it needs, once: takes some seconds
 *  and 250 MB. Several agents may do it at once; whoever is first is used by all.
 *  @param archives folder of the package's archives
 *  @param folder where unpacked ones are kept; made when it is not there */
export async function unpackChrome(
  archives: string,
  folder: string,
  signal: AbortSignal,
): Promise<UnpackedChrome> {
  const unpacked = path.join(folder, await nameOf(archives))
  if (!existsSync(unpacked)) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeAbandoned(folder)
    const half = await mkdtemp(path.join(folder, UNPACKING))
    try {
      await unpackInto(archives, half, signal)
      await rename(half, unpacked)
    } catch (error) {
      await rm(half, { recursive: true, force: true })
      // Another agent was first.
      if (!existsSync(unpacked)) throw error
    }
  }
  const environment = await chromeEnvironment(unpacked)
  return { file: path.join(unpacked, 'chromium'), environment }
}
