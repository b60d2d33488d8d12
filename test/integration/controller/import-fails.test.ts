import { expect, it } from 'vitest'
import type { ImportContext } from '../../../controller/src/imports/import-context.ts'
import { createImportService } from '../../../controller/src/imports/import-service.ts'
import type { Actor } from '../../../controller/src/monitors/monitor-context.ts'

const ACTOR = { workspaceId: 1, personId: 1, plan: { maxMonitors: null } } as unknown as Actor

/** A database that went away while the file was read. */
const context = {
  contacts: {
    list: async () => {
      throw new Error('the database is away')
    },
  },
} as unknown as ImportContext

const processes = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

it('an import that cannot begin leaves no process behind, and its place to others', async () => {
  const before = processes()
  const imports = createImportService(context)
  // More than the way between the two processes holds.
  const text = Array.from({ length: 20_000 }, (_, index) => `https://m${index}.example`).join('\n')
  async function* pieces() {
    yield Buffer.from(text)
  }
  for (let time = 0; time < 3; time += 1) {
    const order = { format: 'auto', isDryRun: true } as const
    await expect(imports.run(ACTOR, pieces(), order)).rejects.toThrow('away')
  }
  await expect.poll(processes).toBe(before)
})
