import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { tailwind } from './build/tailwind.ts'

const SOURCES = fileURLToPath(new URL('src', import.meta.url))

/** Where `npm run dev` finds a controller. */
const CONTROLLER = process.env['SIGHTLINE_DEV_CONTROLLER'] ?? 'http://127.0.0.1:8080'

/** The app is built into `dist/`, from which the controller serves it. */
export default defineConfig({
  plugins: [react(), tailwind(SOURCES), compress()],
  build: {
    target: 'es2022',
    // A data: URL would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/docs', '/openapi.json', '/status', '/sign-up'].map((path) => [path, CONTROLLER]),
    ),
  },
})
