// Bundles the programs: one module instead of a thousand, without types and comments. A controller takes half the
// processor time to load so and keeps 19 MB less, as Node keeps the text of every module that it loaded.
//   node deploy/programs/bundle.js FOLDER     for an image; run.js does it for itself
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { forBundle } from './addresses.js'
import { forPackage, INTRO, stays, withoutUnused } from './packages.js'
import { bundleName, bundlesFolder, NOTE, PARTS_OF_PROGRAMS, PROGRAMS, readNote } from './places.js'
import { stampOfSources } from './stamp.js'

const ENTRIES = [...PROGRAMS, ...PARTS_OF_PROGRAMS]
const OWN_PACKAGES = '@sightline/'
/** A program that still runs may load what it was bundled with later. */
const BUILDS_KEPT = 3

const isPackage = (id) =>
  !/^[./\0]/.test(id) && !id.startsWith(OWN_PACKAGES) && !ENTRIES.includes(id)

/** Text without letters beyond ASCII, of which a program would keep two bytes for each letter. */
function inAscii(code) {
  // An escape before one would no longer be its.
  if (/\\[\u0080-\uffff]/.test(code)) return code
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replaceAll(/[\u0080-\uffff]/g, escaped)
}

/** The bundler takes these for functions that do nothing but answer, and drops a call whose answer nobody uses. They throw
 *  too, which some are called for: as members of something they are not known to it. */
const THROWING = ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent']

async function chunksOf(root, folder) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    input: Object.fromEntries(ENTRIES.map((file) => [bundleName(file), file])),
    transform: {
      define: Object.fromEntries(THROWING.map((name) => [name, `globalThis.${name}`])),
    },
    external: (id, importer) => isPackage(id) && stays(id, importer),
    plugins: [
      withoutUnused,
      {
        name: 'knows-its-place',
        transform(code, source) {
          if (code.includes('import.meta.')) return forBundle(root, code, source, folder)
          return code.includes('__dirname') ? forPackage(code, source, folder) : null
        },
      },
    ],
  })
  try {
    const { output } = await build.generate({
      entryFileNames: '[name]',
      chunkFileNames: '[name]-[hash].mjs',
      comments: false,
      intro: INTRO,
      // For debuggers, and stacks by --enable-source-maps.
      sourcemap: true,
      sourcemapExcludeSources: true,
    })
    return output
  } finally {
    await build.close()
  }
}

/** Writes a file whole or not at all: others may be reading it. */
function write(folder, name, text) {
  const partial = join(folder, `${name}.${process.pid}`)
  writeFileSync(partial, text)
  renameSync(partial, join(folder, name))
}

/** Removes what only builds of long ago had. */
function forget(folder, builds) {
  const kept = new Set(builds.slice(0, BUILDS_KEPT).flatMap(({ files }) => files))
  for (const { files } of builds.slice(BUILDS_KEPT)) {
    for (const name of files) if (!kept.has(name)) rmSync(join(folder, name), { force: true })
  }
}

/** Bundles all programs, in a second of a processor.
 *  @param folder where they are written
 *  @throws where rolldown is not installed, or nothing can be written */
export async function bundlePrograms(root, folder = bundlesFolder(root)) {
  const stamp = stampOfSources(root)
  const outputs = await chunksOf(root, folder)
  mkdirSync(folder, { recursive: true })
  // What others import comes first: a program that is started in between finds all of it.
  const inOrder = outputs.toSorted(
    (a, b) => Number(a.isEntry ?? false) - Number(b.isEntry ?? false),
  )
  for (const each of inOrder) {
    write(folder, each.fileName, each.type === 'chunk' ? inAscii(each.code) : each.source)
  }
  const build = { stamp, files: outputs.map(({ fileName }) => fileName) }
  const builds = [build, ...readNote(folder).filter((each) => each.stamp !== stamp)]
  write(folder, NOTE, JSON.stringify(builds.slice(0, BUILDS_KEPT)))
  forget(folder, builds)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  await bundlePrograms(root, resolve(process.argv[2] ?? bundlesFolder(root)))
}
