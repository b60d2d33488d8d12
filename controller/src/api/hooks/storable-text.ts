import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldName } from '../../input/describe-issue.ts'

/** Deepest nesting of a body; no field needs more than six. */
const MAX_DEPTH = 32

/** Refuses text that the database cannot hold (NUL, half of a surrogate pair) and bodies nested deeper
 *  than anything here is, before a schema looks at them. An id that holds NUL is no id: 404. */
export function addStorableTextCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.access?.area === 'open') return
    if (Object.values(request.params as Readonly<Record<string, string>>).some(holdsNul)) {
      throw new AppError('notFound', 'There is nothing with that id in the workspace.')
    }
    const problem =
      findProblem(request.body, 'field') ?? findProblem(knownParameters(request), 'query parameter')
    if (problem !== null) throw new AppError('badRequest', problem)
  })
}

/** Parameters that no schema names are ignored, whatever they hold. */
function knownParameters(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { querystring } = request.routeOptions.schema ?? {}
  const known = querystring instanceof z.ZodObject ? querystring.shape : {}
  const sent = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return Object.fromEntries(sent.filter(([name]) => Object.hasOwn(known, name)))
}

function holdsNul(text: string): boolean {
  return text.includes('\0')
}

type Path = readonly (string | number)[]

function findProblem(value: unknown, what: 'field' | 'query parameter'): string | null {
  // A stack of our own: a body nested 30,000 deep must not end the program's.
  const stack: { value: unknown; path: Path }[] = [{ value, path: [] }]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { path } = entry
    if (path.length > MAX_DEPTH) {
      return `The body is nested more than ${MAX_DEPTH} levels deep, at "${fieldName(path.slice(0, 3))}".`
    }
    if (typeof entry.value === 'string') {
      const wrong = problemOf(entry.value)
      if (wrong !== null) return `The ${what} "${fieldName(path)}" holds ${wrong}.`
    } else if (typeof entry.value === 'object' && entry.value !== null) {
      for (const [key, inner] of entriesOf(entry.value)) {
        const wrong = typeof key === 'string' ? problemOf(key) : null
        if (wrong !== null) return `A name in "${fieldName(path) || 'the body'}" holds ${wrong}.`
        stack.push({ value: inner, path: [...path, key] })
      }
    }
  }
  return null
}

function entriesOf(value: object): Iterable<[string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value)
}

function problemOf(text: string): string | null {
  if (holdsNul(text)) return 'a NUL character (U+0000), which is not allowed'
  return text.isWellFormed() ? null : 'half of a surrogate pair, which is not valid Unicode'
}
