import type { Plugin } from 'vite'
import { build } from 'vite'

const FILE = 'service-worker.js'

/** Lays the service worker beside the document, in one file whose name stays: a browser looks for a new version of it
 *  under the address that it was registered by. */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: 'es2022',
          rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: FILE } },
        },
      })
      const [output] = 'output' in built ? built.output : []
      if (output?.type !== 'chunk') throw new Error('the service worker was not built')
      this.emitFile({ type: 'asset', fileName: FILE, source: output.code })
    },
  }
}
