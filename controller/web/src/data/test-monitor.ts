import type { z } from 'zod'
import type { UptimeCheckReport } from '../../../src/api/routes/uptime-check.ts'
import { ApiError, asWhom, ConnectionError, refusal } from './api.ts'
import { readEvents } from './event-reader.ts'

const PATH = '/api/v1/monitors/test'

type TestReport = z.input<typeof UptimeCheckReport>
export type RegionAnswer = TestReport['regions'][number]

export interface TestProgress {
  /** Where it is checked from. */
  readonly regions: readonly string[]
  readonly answers: readonly RegionAnswer[]
  /** null: answers are still to come. */
  readonly report: TestReport | null
}

/** Checks what would be a monitor once, with all its settings, and tells each answer as it comes.
 *  @throws ApiError what the API refuses, as it would refuse the monitor */
export async function testMonitor(
  body: object,
  tell: (progress: TestProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...asWhom() },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  if (!response.ok || response.body === null) {
    throw refusal(PATH, response, await response.json().catch(() => ({})))
  }
  let progress: TestProgress = { regions: [], answers: [], report: null }
  for await (const { event, data } of readEvents(response.body)) {
    if (event === 'failed') throw new ApiError(502, data as Record<string, unknown>, null)
    progress = next(progress, event, data)
    tell(progress)
  }
}

function next(progress: TestProgress, event: string, data: unknown): TestProgress {
  switch (event) {
    case 'started':
      return { ...progress, regions: (data as { regions: string[] }).regions }
    case 'region':
      return { ...progress, answers: [...progress.answers, data as RegionAnswer] }
    case 'done':
      return { ...progress, report: data as TestReport }
    default:
      return progress
  }
}
