import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance } from 'fastify'

/** Largest body, in bytes. Source: decisions, section 1 */
export const MAX_BODY_BYTES = 64 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON, and nothing else; an empty one is no body, whatever its type says. */
export function addJsonBody(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    let text: string
    try {
      text = decoder.decode(bytes as Buffer)
    } catch {
      done(new AppError('badRequest', 'The body is not valid JSON: it is not UTF-8 text.'))
      return
    }
    void parseJson(request, text, (error, body) => {
      done(error === null ? null : refusalOf(text), body)
    })
  })

  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined)
    else {
      done(
        new AppError(
          'badRequest',
          'The body must be JSON: send it with the header Content-Type: application/json.',
        ),
      )
    }
  })
}

/** What valid JSON is refused for is a name that would reach into JavaScript's own objects. */
function refusalOf(text: string): AppError {
  return new AppError(
    'badRequest',
    isJson(text)
      ? 'The body holds the name "__proto__" or "constructor", which is not allowed.'
      : 'The body is not valid JSON: check its quotes, commas and brackets.',
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
