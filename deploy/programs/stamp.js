// Tells apart sources that changed. Plain JavaScript: run.js reads it before anything else.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['agent/src', 'controller/src', 'shared/src', 'deploy/programs']

/** Changes with every change of the programs' sources: of their number, size or newest time. */
export function stampOfSources(root) {
  let files = 0
  let bytes = 0
  let newestMs = 0
  for (const folder of FOLDERS) {
    const sources = join(root, folder)
    // An image has one program alone.
    if (!existsSync(sources)) continue
    for (const name of readdirSync(sources, { recursive: true })) {
      if (!/\.[jt]s$/.test(name)) continue
      const { size, mtimeMs } = statSync(join(sources, name))
      files += 1
      bytes += size
      newestMs = Math.max(newestMs, mtimeMs)
    }
  }
  return `${files} ${bytes} ${newestMs}\n`
}
