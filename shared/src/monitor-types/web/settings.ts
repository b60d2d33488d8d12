import { z } from 'zod'
import { EXPRESSION, ipFamily, maxResponseMs, text, tlsFields } from '../fields.ts'
import { PARTLY_SECRET, secret } from '../secrets.ts'

/** What names of request headers that carry credentials hold. */
const SECRET_HEADER_WORDS = ['auth', 'cookie', 'key', 'token', 'secret', 'password'] as const

/** Headers that frame a message or end a connection: the client's own, on every request. */
const FRAMING_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const headerName = z
  .string()
  .max(256)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name')
const requestHeaderName = headerName.refine(
  (name) => !FRAMING_HEADERS.has(name.toLowerCase()),
  'must not be a header that frames the request, such as Content-Length or Transfer-Encoding',
)
const headerValue = z
  .string()
  .max(4096)
  .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be an HTTP header value without line breaks')

const operator = z
  .enum(['equals', 'notEquals', 'contains', 'matches', 'gt', 'lt', 'exists'])
  .describe(
    'How the value is compared: gt and lt need a number, matches a regular expression; exists needs none, and false asks that it is not there.',
  )

const expectedStatusEntry = z
  .string()
  .regex(/^[1-5]\d\d(?:-[1-5]\d\d)?$/, 'must be a status or a range such as "200-299"')
  .refine((entry) => {
    const [from, to] = entry.split('-').map(Number)
    return to === undefined || (from ?? 0) <= to
  }, 'must be a range from low to high')

const auth = z.strictObject({
  kind: z
    .enum(['none', 'basic', 'bearer', 'digest'])
    .default('none')
    .describe(
      'Kind of sign-in: basic and digest need username and password, bearer a token; none: they are kept, but not used.',
    ),
  username: text(256).nullable().default(null).describe('User name for basic and digest.'),
  password: secret(1024)
    .nullable()
    .default(null)
    .describe('Password for basic and digest; write-only.'),
  token: secret(8192).nullable().default(null).describe('Token for bearer; write-only.'),
})

const keyword = z.strictObject({
  value: text(1024).min(1).describe(`The text or regular expression. ${EXPRESSION}`),
  mode: z
    .enum(['contains', 'absent', 'regex'])
    .default('contains')
    .describe(
      'contains: the text must be there; absent: it must not; regex: the expression must match.',
    ),
  caseSensitive: z.boolean().default(false).describe('Whether case counts.'),
})

const jsonCheck = z.strictObject({
  path: text(512)
    .min(1)
    .describe('Where in the JSON to look, such as "$.items[0].name"; [*] is any of them.'),
  operator,
  value: z
    .json()
    .optional()
    .describe(
      'What it is compared with: any JSON. An integer above 2^53 is sent as a text of its digits.',
    ),
})

const headerCheck = z.strictObject({
  name: headerName.describe('Name of the header, in any case.'),
  operator,
  value: z
    .union([z.string().max(4096), z.number(), z.boolean()])
    .optional()
    .describe('What it is compared with.'),
})

const redirects = z.strictObject({
  follow: z.boolean().default(true).describe('Whether they are followed.'),
  max: z
    .int()
    .min(0)
    .max(20)
    .default(10)
    .describe('Most redirects that are followed; more are a failure.'),
})

const { verify, minDaysLeft, sni } = tlsFields
const tls = z.strictObject({
  verify,
  minDaysLeft,
  minVersion: z
    .enum(['1.0', '1.1', '1.2', '1.3'])
    .default('1.2')
    .describe('Oldest TLS version accepted.'),
  sni,
})

const render = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe(
      "Whether the page is rendered. Needs a timeoutMs of 2000 or more, the method GET without a body, no statuses from 300 to 399 in expectedStatus, no tls.sni and no header Host; checks run only where an agent has the capability browser. The keyword is then looked for in the document as its scripts left it, without the scripts themselves. The browser gets the monitor's headers, sign-in, userAgent, cacheBust, tls.verify and ipFamily; it follows redirects, and chooses the versions of TLS and HTTP, by itself.",
    ),
  waitFor: z
    .enum(['load', 'networkIdle', 'selector'])
    .default('load')
    .describe(
      'What counts as rendered: load is the load event of the page; networkIdle also that no request was open for 500 ms; selector that an element matches.',
    ),
  selector: text(512)
    .nullable()
    .default(null)
    .describe('CSS selector of the element to wait for; only with waitFor selector.'),
  failOnConsoleError: z
    .boolean()
    .default(false)
    .describe(
      'Whether an error in the console of the page, or an exception that none of its scripts caught, is a failure. A script or image that cannot be loaded is an error in the console too; what only the agent kept from the page (a private address) is none.',
    ),
})

/** What a web monitor can be told, with defaults. Source: decisions, section 6 */
export const webShape = z.strictObject({
  method: z
    .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    .default('GET')
    .describe('HTTP method.'),
  headers: z
    .record(requestHeaderName, headerValue)
    .register(PARTLY_SECRET, { words: SECRET_HEADER_WORDS })
    .default({})
    .describe(
      'Request headers. They merge per name; null takes one out. Values of those whose name holds auth, cookie, key, token, secret or password are secrets.',
    ),
  body: text(32_768).nullable().default(null).describe('Request body; null: none. Not for HEAD.'),
  bodyType: z
    .enum(['none', 'json', 'form', 'xml', 'text'])
    .default('none')
    .describe(
      'Content-Type of the body, unless the headers name one; none: sent without a Content-Type. Without a body it has no effect. The body of json must be valid JSON.',
    ),
  auth: auth.prefault({}).describe('How the check signs in; only ever at the origin of the url.'),
  expectedStatus: z
    .array(expectedStatusEntry)
    .min(1)
    .max(50)
    .default(['200-299'])
    .describe('Statuses that are up: single ones or ranges such as "200-299".'),
  keyword: keyword
    .nullable()
    .default(null)
    .describe(
      'Text the body, or with render the rendered document, must or must not hold; null: none. Not for HEAD.',
    ),
  jsonChecks: z
    .array(jsonCheck)
    .max(20)
    .default([])
    .describe('What a JSON body must hold; every one must be true. Not for HEAD.'),
  headerChecks: z
    .array(headerCheck)
    .max(20)
    .default([])
    .describe('What response headers must hold; every one must be true.'),
  redirects: redirects.prefault({}).describe('What happens with redirects.'),
  tls: tls.prefault({}).describe('What the TLS connection must be.'),
  ipFamily,
  httpVersion: z
    .enum(['auto', '1.1', '2'])
    .default('auto')
    .describe('HTTP version; auto leaves the choice to agent and server.'),
  maxBodyBytes: z
    .int()
    .min(0)
    .max(10 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Bytes of the body that are read; a longer one is cut, which is no failure.'),
  maxResponseMs,
  userAgent: headerValue
    .nullable()
    .default(null)
    .describe('User-Agent to send; null: the own one of the agent.'),
  cacheBust: z
    .boolean()
    .default(false)
    .describe('Whether a changing parameter is added to the url, so that no cache answers.'),
  render: render
    .prefault({})
    .describe(
      'Whether the page is also opened in a browser, and what it must be like there. The plain request comes first: status, redirects, headers, jsonChecks, certificate, timings and responseMs are its. When it is good the browser opens the url in what is left of timeoutMs; the cause of what fails there is renderError.',
    ),
})

export type WebSettings = z.output<typeof webShape>
