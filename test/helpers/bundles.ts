import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Below the packages, where what the programs import is found. */
export const BUNDLES_FOLDER = join(ROOT, 'node_modules', '.cache', 'programs')

/** Set for the processes of a run that has bundled the programs. */
export const IS_BUNDLED = 'SIGHTLINE_TEST_IS_BUNDLED'

/** Programs that tests start. */
export const PROGRAMS = [
  'controller/src/main.ts',
  'controller/src/cli/main.ts',
  'agent/src/main.ts',
] as const

/** What those start themselves: processes and threads, found by their addresses. */
export const PARTS_OF_PROGRAMS = [
  'controller/src/crawl/site/thread.js',
  'controller/src/imports/reading/main.ts',
  'agent/src/analyses/thread/thread.ts',
  'agent/src/browser/trial/program.ts',
  'agent/src/checks/matching/json-thread.ts',
  'agent/src/checks/matching/pattern-thread.ts',
  'agent/src/lighthouse/program.ts',
] as const

/** Name of a bundle. */
export const bundleName = (file: string): string => file.replace(/\.[jt]s$/, '')

const bundleOf = (file: string): string => join(BUNDLES_FOLDER, `${bundleName(file)}.mjs`)

/** What Node is to run for a program: its bundle where this run made them, its source where none did, as in a bench. */
export const runnable = (file: (typeof PROGRAMS)[number]): string =>
  process.env[IS_BUNDLED] === undefined ? join(ROOT, file) : bundleOf(file)

function addressOf(source: string, beside: string): string {
  const file = join(dirname(source), beside)
  const isPart = (PARTS_OF_PROGRAMS as readonly string[]).includes(relative(ROOT, file))
  return pathToFileURL(isPart ? bundleOf(relative(ROOT, file)) : file).href
}

/** A module's text with the addresses of files beside it written out: of bundles where these are parts of programs, and
 *  of the sources else, beside which are migrations and packages.
 *  @param source path of the module */
export const withAddresses = (code: string, source: string): string =>
  code.replaceAll(
    /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g,
    (_, beside: string) => `new URL(${JSON.stringify(addressOf(source, beside))})`,
  )
