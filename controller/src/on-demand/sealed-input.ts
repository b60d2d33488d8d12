import type { WorkInput } from '@sightline/shared/work-kinds'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { newPublicId } from '../secrets/random-id.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** A test of a monitor as it is kept in the database: an agent that got it so would refuse it, as its settings have
 *  another name. */
const SealedTest = z.object({
  type: z.enum(MONITOR_TYPES),
  url: z.string(),
  timeoutMs: z.int(),
  sealedSettings: z.record(z.string(), z.unknown()),
  sealedFor: z.object({ workspaceId: z.int(), id: z.string() }),
})
export type SealedInput = z.output<typeof SealedTest>

/** Seals what only the agent that does the work may read. */
export function sealInput(
  box: Pick<SecretBox, 'seal'>,
  workspaceId: number,
  { type, url, timeoutMs, settings }: WorkInput<'monitorTest'>,
): SealedInput {
  const sealedFor = { workspaceId, id: newPublicId('wrk') }
  return {
    type,
    url,
    timeoutMs,
    sealedSettings: { ...box.seal(sealedFor, type, settings) },
    sealedFor,
  }
}

/** Opens it again for the agent; other input stays as it is.
 *  @throws Error when it was sealed with another key */
export function openInput(unseal: SecretBox['unseal'], input: unknown): unknown {
  const sealed = SealedTest.safeParse(input)
  if (!sealed.success) return input
  const { sealedSettings, sealedFor, ...rest } = sealed.data
  return { ...rest, settings: unseal(sealedFor, rest.type, sealedSettings) }
}
