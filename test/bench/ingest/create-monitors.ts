import { createApiCalls } from '../api-calls.ts'

interface Creation {
  readonly url: string
  readonly targetPort: number
  readonly region: string
  readonly count: number
  readonly newKey: () => Promise<string>
}

/** Makes monitors over the API, one after the other.
 *  @returns how long each took, ms */
export async function createMonitors(creation: Creation): Promise<number[]> {
  const api = createApiCalls(creation.url, creation.newKey)
  const latencies: number[] = []
  for (let index = 0; index < creation.count; index += 1) {
    const { tookMs } = await api.call('POST', '/api/v1/monitors', {
      url: `http://127.0.0.1:${creation.targetPort}/page/${index}`,
      regions: [creation.region],
    })
    latencies.push(tookMs)
  }
  return latencies
}
