import { defineConfig } from 'vitest/config'

/** Two cores: more workers only make threads wait for each other. */
const BUSY = { maxWorkers: 2, sequence: { groupOrder: 0 } }
/** They start processes and mostly wait for them: those of the end-to-end tests, the longest, come first
 *  (vitest orders projects by name) and the others run beside them. */
const WAITING = { maxWorkers: 4, sequence: { groupOrder: 1 } }

/** One project per kind of test: `npm test -- --project unit` runs just those. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000, ...BUSY } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/helpers/database-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...WAITING,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          ...WAITING,
        },
      },
    ],
  },
})
