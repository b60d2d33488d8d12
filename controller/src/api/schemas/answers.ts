import { z } from 'zod'

/** What every successful answer of the Monitoring API tells of the account. Source: contract, "Common
 *  objects" */
export const UsageObject = z
  .object({
    used: z.int().meta({ description: 'Calls counted today, this one included.', example: 12 }),
    dailyLimit: z
      .int()
      .nullable()
      .meta({ description: 'Calls a day; null on a plan without a limit.', example: 1000 }),
    tier: z.string().meta({ description: 'Name of the plan.', example: 'starter' }),
  })
  .meta({ id: 'Usage', description: 'Calls of the account today.' })

/** What the answer of a list by pages begins with.
 *  @param all what its total counts */
export const pageOf = (
  all: string,
  example: { readonly total?: number; readonly per?: number } = {},
) => ({
  total: z
    .int()
    .min(0)
    .meta({ description: all, example: example.total ?? 1 }),
  page: z.int().meta({ description: 'The page shown.', example: 1 }),
  per: z.int().meta({ description: 'Most entries of a page.', example: example.per ?? 50 }),
})

/** Which part of a long list an answer shows. */
export const SLICE = {
  limit: z.int().meta({ description: 'As it was used.', example: 100 }),
  offset: z.int().meta({ description: 'As it was used.', example: 0 }),
} as const

/** Every error. Source: contract, "Errors" */
export const ErrorBody = z
  .object({
    error: z.string().meta({
      description: 'What is wrong and what to do, for people; programs go by the status.',
      example: 'The field "url" is missing: it must be a string.',
    }),
    used: z
      .int()
      .optional()
      .meta({ description: 'Calls counted today; only when the daily quota is used up.' }),
    limit: z
      .int()
      .optional()
      .meta({ description: 'Calls a day; only when the daily quota is used up.' }),
  })
  .meta({ id: 'Error' })

/** What each error means where a route says nothing else. */
export const ERROR_MEANINGS = {
  400: 'A field or parameter is not valid, or the body is not valid JSON or larger than 64 KiB.',
  401: 'The key is missing, not valid, revoked or expired.',
  403: "The key's owner may not do this or has left the workspace, or the key is not linked to a workspace.",
  404: 'There is no such thing in the workspace, or no such endpoint.',
  405: 'The endpoint does not take this method; Allow names those it takes.',
  409: 'The workspace has one with the same target or name already, no place is left, or what was to change is over.',
  429: 'A rate limit or the daily quota was hit; Retry-After says in how many seconds to try again.',
  500: 'A failure of the service; it may work when tried again.',
  502: 'The target or the agent gave no usable answer.',
  503: 'The API cannot serve for the moment; Retry-After says when to try again.',
} as const

type ErrorStatus = keyof typeof ERROR_MEANINGS

interface ErrorAnswer {
  readonly description: string
  readonly content: { readonly 'application/json': { readonly schema: z.ZodObject } }
}

/** An error answer of one route.
 *  @param description what it means there
 *  @param schema its body, where it tells more than others */
export const errorAnswer = (description: string, schema: z.ZodObject = ErrorBody): ErrorAnswer => ({
  description,
  content: { 'application/json': { schema } },
})

/** The error answers of a route, for its response schemas. */
export function errors<const S extends ErrorStatus>(
  ...statuses: readonly S[]
): Record<S, ErrorAnswer> {
  const entries = statuses.map((status) => [status, errorAnswer(ERROR_MEANINGS[status])])
  return Object.fromEntries(entries) as Record<S, ErrorAnswer>
}

/** Errors every route behind a key can give. */
export const KEYED_ERRORS = errors(401, 403, 405, 429, 500, 503)

/** Errors of what looks at one URL. Source: contract, "One-URL analysis endpoints" */
export const ONE_URL_ERRORS = {
  ...KEYED_ERRORS,
  400: errorAnswer('A query parameter is missing or not valid.'),
  403: errorAnswer(
    'The URL, or a redirect of it, leads to a private, reserved or otherwise blocked address; or whoever made the key has left the workspace.',
  ),
  502: errorAnswer(
    'The URL gave no usable answer: no such name, no connection, not within the time limit, or redirects without an end. An answer with any HTTP status is a result (200), not an error.',
  ),
  503: errorAnswer('No agent can do it now, or all are busy; Retry-After says when to try again.'),
}
