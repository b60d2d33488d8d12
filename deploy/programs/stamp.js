// Tells apart sources that changed. Plain JavaScript: run.js reads it before anything else.
import { existsSync, readdirSync, statSync } from 'node:fs'

const FOLDERS = ['agent/src', 'controller/src', 'shared/src', 'deploy/programs']

/** Where npm notes which packages are installed: they are bundled too. */
const INSTALLED = 'node_modules/.package-lock.json'

/** Every file below a folder. By hand, with paths as they come: with `recursive` and `join` all take 65 ms of a processor at
 *  each start of a program, and 24 so. */
function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

/** Changes with every change of the programs' sources: of their number, size or newest time; and with the packages. */
export function stampOfSources(root) {
  let files = 0
  let bytes = 0
  let newestMs = 0
  const add = (file) => {
    const { size, mtimeMs } = statSync(file)
    files += 1
    bytes += size
    newestMs = Math.max(newestMs, mtimeMs)
  }
  const installed = `${root}/${INSTALLED}`
  if (existsSync(installed)) add(installed)
  for (const folder of FOLDERS) {
    const sources = `${root}/${folder}`
    // An image has one program alone.
    if (!existsSync(sources)) continue
    for (const file of filesBelow(sources)) {
      if (/\.[jt]s$/.test(file)) add(file)
    }
  }
  return `${files} ${bytes} ${newestMs}\n`
}
