import { insertMonitors, insertWorkspace } from './rows.ts'
import type { TestApi } from './test-api.ts'

let made = 0

/** Makes a monitor of the owner. @returns its id */
export async function createMonitor(
  api: TestApi,
  fields: Record<string, unknown> = {},
): Promise<string> {
  made += 1
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: { url: `https://bulk-${made}.example/`, ...fields },
  })
  return body.monitor.id
}

export const createMonitors = (api: TestApi, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => createMonitor(api)))

/** Makes a monitor of somebody else. @returns its id */
export async function createForeignMonitor({ db }: TestApi): Promise<string> {
  const [number] = await insertMonitors(db, await insertWorkspace(db))
  const { rows } = await db.query<{ id: string }>(
    { text: 'select public_id as id from monitors where id = $1' },
    [number],
  )
  return rows[0]?.id ?? ''
}

/** What is told of an id that the workspace does not have, among many. */
export const notThere = (id: string) => ({
  id,
  ok: false,
  error: `There is no monitor with the id "${id}" in the workspace.`,
})
