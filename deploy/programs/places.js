// Where the programs of this project and their bundles are. Plain JavaScript: run.js reads it before anything else.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What people and the programs themselves start by run.js. */
export const PROGRAMS = [
  'controller/src/supervisor/main.ts',
  'controller/src/main.ts',
  'controller/src/cli/main.ts',
  'agent/src/command.ts',
  'agent/src/main.ts',
]

/** What those start: processes and threads, found by their addresses. */
export const PARTS_OF_PROGRAMS = [
  'controller/src/crawl/site/thread.js',
  'controller/src/imports/reading/main.ts',
  'agent/src/analyses/thread/thread.ts',
  'agent/src/browser/trial/program.ts',
  'agent/src/checks/matching/json-thread.ts',
  'agent/src/checks/matching/pattern-thread.ts',
  'agent/src/lighthouse/program.ts',
]

/** Notes which sources what lies beside it was bundled of. */
export const NOTE = 'bundled-of.json'

/** Where bundles are: below the packages, which they import; an image has them beside `deploy`. */
export const bundlesFolder = (root) => join(root, 'node_modules', '.cache', 'programs')

const foldersOf = (root) => [join(root, 'programs'), bundlesFolder(root)]

/** @param file of a program or a part, from the project's root */
export const bundleName = (file) => `${file.replace(/\.[jt]s$/, '').replaceAll('/', '-')}.mjs`

/** What was bundled, the newest first; empty where nothing was.
 *  @returns {{ stamp: string, files: string[] }[]} */
export function readNote(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, NOTE), 'utf8'))
  } catch {
    return []
  }
}

/** The bundle of a program. An image's is taken as it is: its sources are not all there.
 *  @param stamp of the sources
 *  @returns its path; null where there is none of these sources */
export function bundleOf(root, file, stamp) {
  const [shipped, made] = foldersOf(root)
  const isShipped = existsSync(join(shipped, NOTE))
  const folder = isShipped ? shipped : made
  if (!isShipped && readNote(folder)[0]?.stamp !== stamp) return null
  const path = join(folder, bundleName(file))
  return existsSync(path) ? path : null
}
