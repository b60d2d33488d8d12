import { AppError } from '@sightline/shared/errors'
import type { z } from 'zod'
import { describeIssues } from '../input/describe-issue.ts'
import { unstorableText } from '../input/storable-text.ts'

/** Reads a body by the schema that requests are read by.
 *  @throws AppError badRequest with the sentence that a request would get */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const problem = unstorableText(body, 'field')
  if (problem !== null) throw new AppError('badRequest', problem)
  const parsed = schema.safeParse(body, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('badRequest', describeIssues(parsed.error.issues, schema))
}

/** Why a thing cannot be made, as a sentence. What is no fault of the thing goes on.
 *  @throws the error when it speaks of the installation, or is a bug */
export function refusalSentence(error: unknown): string {
  const isOfThing =
    error instanceof AppError && ['badRequest', 'conflict', 'notFound'].includes(error.code)
  if (!isOfThing) throw error
  return error.message
}
