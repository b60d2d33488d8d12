import { errors } from '../schemas/answers.ts'
import { addExamples } from './add-examples.ts'
import { headersOf } from './headers.ts'
import type { Answer, AnswerSchemas, Paths } from './document.ts'

/** What of a route's schemas is lost in the document. */
export interface RouteSchemas {
  readonly isBodyOptional: boolean
  readonly answers: AnswerSchemas
}

const BAD_REQUEST: Answer = {
  description: errors(400)[400].description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

const SUCCESSES: Readonly<Record<string, string>> = {
  200: 'What was asked for, or what became of it.',
  201: 'It was created.',
  202: 'It was taken, and goes on by itself.',
}

/** Operations that take a file as it is: no schema reads it. */
const FILE_BODIES: ReadonlySet<string> = new Set(['importFile'])

const FILE_BODY = {
  description: 'The file as it is, of any type.',
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

/** Adds to every operation what follows from how all of them are served, so that no route repeats it:
 *  headers, the 400 of a body that is not valid JSON, bodies that need not be sent, and examples.
 *  @param routes what the routes of the operations say themselves, by the operations' ids */
export function completeOperations(paths: Paths, routes: ReadonlyMap<string, RouteSchemas>): void {
  for (const path of Object.values(paths)) {
    for (const [method, operation] of Object.entries(path)) {
      const { operationId = '', requestBody, responses } = operation
      if (FILE_BODIES.has(operationId)) Object.assign(operation, { requestBody: FILE_BODY })
      const isOneUrl = operation.tags?.includes('One-URL analysis') === true
      const needsKey = (operation.security ?? []).length > 0
      // A body is read, and must be JSON, whether or not the operation wants one.
      if (needsKey && method !== 'get') responses['400'] ??= { ...BAD_REQUEST }
      if (requestBody !== undefined && routes.get(operationId)?.isBodyOptional === true)
        requestBody.required = false
      for (const [status, answer] of Object.entries(responses)) {
        // The generator says "Default Response" of what a route says nothing about.
        answer.description = SUCCESSES[status] ?? answer.description
        const types = Object.keys(answer.content ?? {})
        const isImage = types.some((type) => type.startsWith('image/'))
        const headers = headersOf(status, { needsKey, isOneUrl, isImage })
        if (Object.keys(headers).length > 0) answer.headers = headers
      }
      addExamples(operation, routes.get(operationId)?.answers ?? {})
    }
  }
}
