import type { Answer, TestApi } from './test-api.ts'

/** A little of what a client says about maintenance; times are minutes from the API's clock. */
export interface MaintenanceClient {
  /** ISO time so many minutes from now. */
  readonly at: (minutes: number) => string
  readonly createMonitor: () => Promise<string>
  /** Creates a window of the first monitor made here. */
  readonly create: (fields?: Record<string, unknown>) => Promise<Answer>
  /** The same, and its object. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly created: (fields?: Record<string, unknown>) => Promise<any>
  readonly change: (id: string, fields: Record<string, unknown>) => Promise<Answer>
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly read: (id: string) => Promise<any>
  readonly move: (id: string, fields: Record<string, unknown>) => Promise<Answer>
  readonly cancel: (id: string) => Promise<Answer>
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly monitor: (id: string) => Promise<any>
}

export function maintenanceClient(api: TestApi): MaintenanceClient {
  const at = (minutes: number) => new Date(api.clock.now.getTime() + minutes * 60_000).toISOString()
  let made = 0
  let first: string | null = null

  async function createMonitor(): Promise<string> {
    made += 1
    const url = `https://maintained-${made}.example`
    const { body } = await api.ask('POST', '/api/v1/monitors', { body: { url } })
    return body.monitor.id
  }

  async function create(fields: Record<string, unknown> = {}): Promise<Answer> {
    first ??= await createMonitor()
    const body = {
      description: 'Upgrade',
      from: at(60),
      to: at(120),
      ...('allMonitors' in fields ? {} : { monitorIds: [first] }),
      ...fields,
    }
    return api.ask('POST', '/api/v1/maintenance', { body })
  }

  return {
    at,
    createMonitor,
    create,
    async created(fields) {
      const { status, body } = await create(fields)
      if (status !== 201) throw new Error(`the window was not created: ${JSON.stringify(body)}`)
      return body.maintenance
    },
    change: (id, body) => api.ask('PATCH', `/api/v1/maintenance/${id}`, { body }),
    read: async (id) => (await api.ask('GET', `/api/v1/maintenance/${id}`)).body,
    move: (id, body) => api.ask('PATCH', `/api/v1/maintenance/occurrences/${id}`, { body }),
    cancel: (id) => api.ask('DELETE', `/api/v1/maintenance/occurrences/${id}`),
    monitor: async (id) => (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor,
  }
}
