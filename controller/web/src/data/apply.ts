import type { z } from 'zod'
import type { ApplyAnswer } from '../../../src/api/schemas/apply.ts'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'

export type Applied = z.output<typeof ApplyAnswer>
export type ApplyStep = Applied['steps'][number]

/** A document, and whether what its set brought before is removed where it names it no more. */
export interface ApplyOrder {
  readonly document: string
  readonly prune: boolean
}

/** Says what a document would come to; nothing is done.
 *  @throws Error for what is no JSON  @throws ApiError for what the rules refuse */
export function planDocument(order: ApplyOrder): Promise<Applied> {
  return send(order, { dryRun: true })
}

/** Does what was agreed to, or nothing.
 *  @param digest of the plan */
export async function applyDocument(order: ApplyOrder, digest: string): Promise<Applied> {
  const applied = await send(order, { expect: digest })
  await queryClient.invalidateQueries()
  return applied
}

function send(
  { document, prune }: ApplyOrder,
  query: { readonly dryRun?: boolean; readonly expect?: string },
): Promise<Applied> {
  const body = readJson(document)
  return api('/api/v1/apply', { method: 'POST', query: { prune, ...query }, body })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error: unknown) {
    throw new Error('This is no JSON. Files in YAML are applied by the command line: cli apply.', {
      cause: error,
    })
  }
}
