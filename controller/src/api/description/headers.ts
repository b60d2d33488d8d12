/** What of a header is described. */
interface HeaderObject {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: number | string
}

const count = { type: 'integer', minimum: 0 }

/** Headers of answers, by name; operations refer to them. */
export const HEADERS: Readonly<Record<string, HeaderObject>> = {
  'X-RateLimit-Limit': {
    description:
      'Calls a day on the plan. Left out without a daily limit, and when the request was refused before its key was accepted.',
    schema: count,
    example: 1000,
  },
  'X-RateLimit-Remaining': {
    description:
      'Calls left today. Left out without a daily limit, and when the request was refused before its key was accepted.',
    schema: count,
    example: 988,
  },
  'X-RateLimit-Reset': {
    description:
      'Seconds to 00:00 UTC, when the count starts anew. Left out when the request was refused before its key was accepted.',
    schema: count,
    example: 43_200,
  },
  'X-Sightline-Region': {
    description:
      'Location the answer was made in; of a one-off check those it was made from, separated by commas.',
    schema: { type: 'string' },
    example: 'eu-west',
  },
  'X-Request-Id': {
    description:
      "Names the request in the controller's log: the id it was sent with, where that has 8 to 64 letters, digits and _.:-, else a new one.",
    schema: { type: 'string' },
    example: 'req_Vn0kqGJ1zS0m2y4B',
  },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: count,
    example: 10,
  },
  'X-Sightline-Complete': {
    description:
      'Of an image: false where the page was not loaded to its end, so that the image shows what had come until then.',
    schema: { type: 'boolean' },
    example: 'true',
  },
  Allow: {
    description: 'Methods the endpoint takes.',
    schema: { type: 'string' },
    example: 'GET, HEAD, POST',
  },
}

const RATE_LIMIT = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** References to the headers an answer can carry. */
export function headersOf(
  status: string,
  answer: { needsKey: boolean; isOneUrl: boolean; isImage: boolean },
): Record<string, { $ref: string }> {
  const names = [
    'X-Request-Id',
    // Without an accepted key there is no account whose limits could be told.
    ...(answer.needsKey && status !== '401' ? RATE_LIMIT : []),
    ...(answer.isOneUrl && status === '200' ? ['X-Sightline-Region'] : []),
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ...(answer.isImage ? ['X-Sightline-Complete'] : []),
    ...(status === '405' ? ['Allow'] : []),
  ]
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
  )
}
