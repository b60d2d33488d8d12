import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressed = promisify(brotliCompress)
const IS_TEXT = /\.(?:js|css|html|svg|webmanifest)$/
/** Below it the header of a compressed answer costs what the compression saves. */
const MIN_BYTES = 500

/** Lays a brotli file beside each text of the build: the controller sends it as it lies there. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names
          .filter((name) => IS_TEXT.test(name))
          .map(async (name) => {
            const file = join(folder, name)
            const bytes = await readFile(file)
            if (bytes.length < MIN_BYTES) return
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
            await writeFile(`${file}.br`, await compressed(bytes, { params }))
          }),
      )
    },
  }
}
