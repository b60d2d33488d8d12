import { AppError } from '@sightline/shared/errors'
import type { FastifyInstance } from 'fastify'

/** Largest body, in bytes. Source: decisions, section 1 */
export const MAX_BODY_BYTES = 64 * 1024

/** Most values of a body, so that looking through it stays a matter of moments; what has the usual length has fewer. */
const MAX_VALUES = 300_000

const decoder = new TextDecoder('utf-8', { fatal: true })

const PACKED = 'The body is compressed: send it as it is, without the header Content-Encoding.'

/** Bodies are JSON, and nothing else; an empty one is no body, whatever its type says. */
export function addJsonBody(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (encoding !== 'identity') {
      done(new AppError('badRequest', PACKED))
      return
    }
    let text: string
    try {
      text = decoder.decode(bytes as Buffer)
    } catch {
      done(new AppError('badRequest', 'The body is not valid JSON: it is not UTF-8 text.'))
      return
    }
    if (bytes.length > MAX_BODY_BYTES && hasManyValues(bytes as Buffer)) {
      done(new AppError('badRequest', `The body holds more than ${MAX_VALUES} values: split it.`))
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

const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

/** Counts what separates and begins values, in texts too: a body of ordinary texts is far from the bound. */
function hasManyValues(bytes: Buffer): boolean {
  let count = 0
  for (const byte of bytes) {
    if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) count += 1
  }
  return count > MAX_VALUES
}
