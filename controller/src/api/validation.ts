import { AppError } from '@sightline/shared/errors'
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { describeIssues } from '../input/describe-issue.ts'

/** Checks bodies, queries and paths against their zod schemas; what is refused is a 400 whose sentence
 *  names the field, what was sent and what is allowed. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const what = httpPart === 'querystring' ? 'query parameter' : 'field'
  return (data: unknown) => {
    // Without a body the schema is asked about an absent one, so that it can say what it needs.
    const parsed = schema.safeParse(data === null ? undefined : data, { reportInput: true })
    if (parsed.success) return { value: parsed.data }
    return {
      error: new AppError('badRequest', describeIssues(parsed.error.issues, schema, { what })),
    }
  }
}
