import type { z } from 'zod'
import type { UptimeCheckReport } from '../../../src/api/routes/uptime-check.ts'
import { api } from './api.ts'

export type UptimeCheck = z.input<typeof UptimeCheckReport>

/** Checks an address once, with the defaults of its type. */
export async function checkOnce(url: string, regions: readonly string[]): Promise<UptimeCheck> {
  return api<UptimeCheck>('/api/v1/uptime-check', { query: { url, regions } })
}
