import { z } from 'zod'
import { exampleOf } from './compose.ts'
import { EXAMPLES } from './examples.ts'
import type { AnswerSchemas, Content, Operation } from './document.ts'

/** Adds to an operation a whole request where one is told, and a whole answer to each success: put together from
 *  the examples of its fields and what is told. */
export function addExamples(operation: Operation, schemas: AnswerSchemas): void {
  const { operationId = '', requestBody, responses } = operation
  const { request, requests, answer, answers } = EXAMPLES[operationId] ?? {}
  const body = requestBody?.content['application/json']
  if (body !== undefined && request !== undefined) body.example = request
  if (body !== undefined && requests !== undefined) body.examples = requests
  for (const [status, schema] of Object.entries(schemas)) {
    const content = responses[status]?.content?.['application/json']
    const json = jsonOf(schema)
    if (!status.startsWith('2') || content === undefined || json === undefined) continue
    if (answers === undefined) content.example = composed(json, answer)
    else content.examples = several(json, answers)
  }
}

function several(
  schema: z.ZodType,
  named: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>,
): Content['application/json']['examples'] {
  return Object.fromEntries(
    Object.entries(named).map(([name, { summary, value }]) => [
      name,
      { summary, value: composed(schema, value) },
    ]),
  )
}

/** What is told of it fits, or the composition throws. */
const composed = (schema: z.ZodType, told: unknown): unknown => exampleOf(schema, told as never)

/** The schema of an answer in JSON, which may have other forms beside it. */
function jsonOf(answer: unknown): z.ZodType | undefined {
  if (answer instanceof z.ZodType) return answer
  const { content } = answer as { content?: Record<string, { schema?: unknown }> }
  const schema = content?.['application/json']?.schema
  return schema instanceof z.ZodType ? schema : undefined
}
