import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aptGet, reasonOf } from './apt.js'
import { runProgram } from './run-program.js'

const LIBRARY = /\/libsqlite3\.so\.0$/
const FONT = /^usr\/share\/fonts\/.*\.(?:ttf|ttc|otf)$/

/** Brings Debian packages without root: apt-get downloads and checks them, their libraries and fonts are
 *  put into `folder` (`lib`, `fonts`), and nothing of the machine is changed. Returns null when they are
 *  there, else why not. */
export async function bringPackages(names, folder, deadline) {
  let work = null
  try {
    // It may be somebody else's, or on a disk that is read only, where a service runs.
    mkdirSync(folder, { recursive: true })
    work = mkdtempSync(join(folder, 'half-'))
    const downloaded = await download(names, work, deadline)
    if (downloaded.status !== 0) return reasonOf(downloaded)
    const files = join(work, 'files')
    for (const name of readdirSync(work)) {
      if (!name.endsWith('.deb')) continue
      const unpacked = await runProgram('dpkg-deb', ['-x', join(work, name), files], { deadline })
      if (unpacked.status !== 0) return `dpkg-deb cannot unpack ${name}`
    }
    take(files, LIBRARY, join(folder, 'lib'))
    take(files, FONT, join(folder, 'fonts'))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true })
  }
}

async function download(names, work, deadline) {
  const first = await aptGet(['download', ...names], { deadline, cwd: work })
  if (first.status === 0) return first
  // With package lists of one's own: those of the machine are missing or old, and only root updates them.
  const lists = join(work, 'lists')
  const cache = join(work, 'cache')
  for (const needed of [join(lists, 'partial'), join(cache, 'archives', 'partial')]) {
    mkdirSync(needed, { recursive: true })
  }
  const options = [`Dir::State::lists=${lists}`, `Dir::Cache=${cache}`]
  await aptGet(['update'], { deadline, options, cwd: work })
  return aptGet(['download', ...names], { deadline, options, cwd: work })
}

/** Each file appears whole, so that several starts may do this at once. */
function take(from, pattern, into) {
  mkdirSync(into, { recursive: true })
  for (const file of readdirSync(from, { recursive: true })) {
    if (!pattern.test(file)) continue
    const half = join(into, `.${process.pid}-${basename(file)}`)
    // Follows links, as the name that programs ask for is one.
    copyFileSync(join(from, file), half)
    renameSync(half, join(into, basename(file)))
  }
}
