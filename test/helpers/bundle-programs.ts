import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { OutputChunk, Plugin } from 'rolldown'
import { rolldown } from 'rolldown'
import {
  BUNDLES_FOLDER,
  bundleName,
  PARTS_OF_PROGRAMS,
  PROGRAMS,
  withAddresses,
} from './bundles.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ENTRIES: readonly string[] = [...PROGRAMS, ...PARTS_OF_PROGRAMS]
const OWN_PACKAGES = '@sightline/'
/** Another run may still start programs of what it was bundled from. */
const KEPT_MS = 86_400_000

/** Has each module know where its source is. */
const KNOWS_ITS_PLACE: Plugin = {
  name: 'knows-its-place',
  transform(code, source) {
    if (!code.includes('import.meta.')) return null
    return withAddresses(code, source)
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(source)))
  },
}

const isPackage = (id: string): boolean =>
  !/^[./]/.test(id) && !id.startsWith(OWN_PACKAGES) && !ENTRIES.includes(id)

async function bundle(): Promise<OutputChunk[]> {
  const build = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries(ENTRIES.map((file) => [bundleName(file), file])),
    external: isPackage,
    plugins: [KNOWS_ITS_PLACE],
  })
  const { output } = await build.generate({
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await build.close()
  return output.filter((each) => each.type === 'chunk')
}

/** Writes a file whole or not at all. */
async function write({ fileName, code }: OutputChunk): Promise<void> {
  const path = join(BUNDLES_FOLDER, fileName)
  const partial = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(partial, code)
  await rename(partial, path)
}

/** Those of sources that are no more. */
async function removeOld(): Promise<void> {
  for (const entry of await readdir(BUNDLES_FOLDER, { withFileTypes: true })) {
    const path = join(BUNDLES_FOLDER, entry.name)
    if (entry.isFile() && Date.now() - (await stat(path)).mtimeMs > KEPT_MS) await rm(path)
  }
}

/** Bundles what the tests start, for a second of a processor: loading a program's own modules one by one takes as long
 *  as all of its packages, which stay where they are. */
export async function bundlePrograms(): Promise<void> {
  const chunks = await bundle()
  // What others import comes first: a program that is started in between finds all of it.
  await Promise.all(chunks.filter(({ isEntry }) => !isEntry).map(write))
  await Promise.all(chunks.filter(({ isEntry }) => isEntry).map(write))
  await removeOld()
}
