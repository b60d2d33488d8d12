import { AppError } from '@sightline/shared/errors'
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { describeIssues } from '../input/describe-issue.ts'

/** Checks bodies, queries and paths against their zod schemas; what is refused is a 400 whose sentence
 *  names the field, what was sent and what is allowed. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const isQuery = httpPart === 'querystring'
  const what = isQuery ? 'query parameter' : 'field'
  return (data: unknown) => {
    // Without a body the schema is asked about an absent one, so that it can say what it needs.
    const parsed = schema.safeParse(data === null ? undefined : data, { reportInput: true })
    if (parsed.success) return { value: parsed.data }
    const { issues } = parsed.error
    const repeated = isQuery ? repeatedText(data, issues) : null
    const text = repeated ?? describeIssues(issues, schema, { what })
    return { error: new AppError('badRequest', text) }
  }
}

/** What is wrong with a parameter that stands in a query more than once: it came as a list.
 *  @returns null where none that was refused does */
function repeatedText(query: unknown, issues: readonly z.core.$ZodIssue[]): string | null {
  const given = query as Readonly<Record<string, unknown>>
  for (const { path } of issues) {
    const name = String(path[0])
    const values = Object.hasOwn(given, name) ? given[name] : undefined
    if (Array.isArray(values)) {
      return `The query parameter "${name}" is given ${values.length} times: it must be given once.`
    }
  }
  return null
}
