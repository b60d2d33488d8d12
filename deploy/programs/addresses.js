// Modules find files beside them by import.meta. In a bundle those are elsewhere.
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleName, bundlesFolder, PARTS_OF_PROGRAMS } from './places.js'

const BESIDE = /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g
const PLACES = new RegExp(`${BESIDE.source}|import\\.meta\\.(?:url|dirname)`, 'g')

/** A part of a program that a module names as a file beside it; undefined where the file is none. */
function partBeside(root, source, beside) {
  const file = relative(root, join(dirname(source), beside))
  return PARTS_OF_PROGRAMS.find((part) => part === file)
}

/** A module's text with the parts of programs that it starts found among the bundles: for a program that is run from its
 *  sources where these are there.
 *  @param source path of the module */
export const withBundledParts = (root, code, source) =>
  code.replaceAll(BESIDE, (asWritten, beside) => {
    const part = partBeside(root, source, beside)
    if (part === undefined) return asWritten
    const bundle = join(bundlesFolder(root), bundleName(part))
    return `new URL(${JSON.stringify(pathToFileURL(bundle).href)})`
  })

/** A module's text for a bundle. Its sources are named by the way to them, so that the project can be moved.
 *  @param folder where the bundle will be */
export function forBundle(root, code, source, folder) {
  const way = (file) => JSON.stringify(relative(folder, file))
  return code.replaceAll(PLACES, (place, beside) => {
    if (place === 'import.meta.dirname')
      return `(import.meta.dirname + '/' + ${way(dirname(source))})`
    if (beside === undefined) return `new URL(${way(source)}, import.meta.url).href`
    const part = partBeside(root, source, beside)
    const file = part === undefined ? join(dirname(source), beside) : join(folder, bundleName(part))
    return `new URL(${way(file)}, import.meta.url)`
  })
}
