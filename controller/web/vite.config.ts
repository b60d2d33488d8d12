import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { firstPaint } from './build/first-paint.tsx'
import { icons } from './build/icons.ts'
import { pages } from './build/pages.ts'
import { serviceWorker } from './build/service-worker.ts'
import { tailwind } from './build/tailwind.ts'

const ROOT = import.meta.dirname
const SOURCES = join(ROOT, 'src')

/** Small parts that many pages show: one file holds them all. */
const SMALL =
  /(?:web\/src\/(?:parts|data|words)\/|shared\/src\/|lucide-react\/|useQueries)[^?]*\.(?:tsx?|m?js)$/
const LARGE = 'react-aria-components'

/** Those alone that need no large library. */
const isSmall = (id: string): boolean => SMALL.test(id) && !readFileSync(id, 'utf8').includes(LARGE)

/** Where `npm run dev` finds a controller. */
const CONTROLLER = process.env['SIGHTLINE_DEV_CONTROLLER'] ?? 'http://127.0.0.1:8080'

/** The app is built into `dist/`, from which the controller serves it. */
export default defineConfig({
  plugins: [
    react(),
    tailwind(SOURCES),
    firstPaint(),
    pages(SOURCES),
    icons(join(ROOT, 'public/favicon.svg')),
    serviceWorker(join(SOURCES, 'service-worker/service-worker.ts')),
    compress(),
  ],
  build: {
    target: 'es2022',
    // A data: URL would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Few files: over HTTP/1.1 a browser asks for six at a time, and each waits for its way there and back.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            {
              name: 'parts',
              test: isSmall,
              minShareCount: 3,
              includeDependenciesRecursively: false,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs', '/openapi.json', '/status', '/sign-up'].map((path) => [path, CONTROLLER]),
    ),
  },
})
