import { defineConfig } from 'vitest/config'

/** One project per kind of test: `npm test -- --project unit` runs just those. */
export default defineConfig({
  test: {
    // Two cores: more workers only make the processes under test wait for each other.
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/helpers/database-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // After all others: whole installations, which mostly wait, two at a time.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
