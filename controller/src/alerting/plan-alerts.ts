import type { JobParts } from '../jobs/tasks.ts'

/** To be written by the alerting package. */
export async function planAlerts(_parts: JobParts, _payload: unknown): Promise<void> {}
