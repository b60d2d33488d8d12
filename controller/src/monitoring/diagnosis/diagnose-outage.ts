import type { JobParts } from '../../jobs/tasks.ts'

/** To be written by the diagnosis package. */
export async function diagnoseOutage(_parts: JobParts, _payload: unknown): Promise<void> {}
