import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { withBundledParts } from './deploy/programs/addresses.js'
import { LongestFirst } from './test/helpers/longest-first.ts'

/** Processes and threads that programs start are bundled here too where a test has loaded the program itself. */
const STARTS_BUNDLES = {
  name: 'starts-bundles',
  // On the source as it is written: what Vite makes of it has other quotes, and would be passed over.
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    code.includes('import.meta.url') && /(agent|controller)\/src\//.test(id)
      ? withBundledParts(import.meta.dirname, code, id)
      : null,
}

/** One project per kind of test: `npm test -- --project unit` runs just those. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // Three for each of two cores: most tests start something and wait for it. Vitest orders projects by
    // name: the end-to-end tests, the longest, come first, and the unit tests, which compute, last.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // What loading packages and programs compiles is kept: half the processor time of each start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled') },
    // Vitest's own second is over soon on a busy machine, as 30 s were where a start of everything took 23 s; only a
    // test that fails waits for it.
    expect: { poll: { timeout: 120_000 } },
    // A worker goes on to the next file with the modules it has loaded, which a process of its own for each
    // file would load anew: half the time of the unit tests. So no module may keep what a test did.
    isolate: false,
    setupFiles: ['test/helpers/properties.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // Beside others a type check of ten seconds took over a minute; only a test that fails waits for it.
          testTimeout: 300_000,
          // To remove a folder took over 10 s beside all others.
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        plugins: [STARTS_BUNDLES],
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/helpers/bundled-programs.ts', 'test/helpers/database-server.ts'],
          // Pages in a browser take long while others compute; only a test that fails waits for it.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/helpers/bundled-programs.ts', 'test/helpers/prepared-database.ts'],
          testTimeout: 300_000,
          // To set a scene of many programs took over two minutes beside all others.
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
