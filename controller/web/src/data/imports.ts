import { readJson } from './read-json.ts'
import type { z } from 'zod'
import type { ImportAnswer } from '../../../src/api/schemas/import.ts'
import { asWhom, ConnectionError, refusal } from './api.ts'
import { queryClient } from './query-client.ts'

const PATH = '/api/v1/imports'

export type Imported = z.input<typeof ImportAnswer>
export type ImportRow = Imported['rows'][number]

/** Sends a file of another program, or of our own export.
 *  @param isTrial nothing is made: what would become of each entry is told
 *  @throws ApiError when it cannot be read */
export async function sendImport(file: File, isTrial: boolean): Promise<Imported> {
  const response = await fetch(`${PATH}?dryRun=${isTrial}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...asWhom() },
    body: file,
  }).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  // The answer is a stream: where it breaks off, the same file can be sent again.
  const answer: unknown = await response
    .text()
    .then(readJson)
    .catch(() => ({
      error: 'The answer broke off. What was made is made: send the same file again for the rest.',
    }))
  if (!response.ok || !('summary' in (answer as object))) throw refusal(PATH, response, answer)
  if (!isTrial) await queryClient.invalidateQueries()
  return answer as Imported
}
