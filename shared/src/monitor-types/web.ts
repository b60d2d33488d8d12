import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import { describeType } from './description.ts'
import { hostInUrl } from './target-text.ts'
import { webRules } from './web/rules.ts'
import { webShape } from './web/settings.ts'

const MAX_NAME_LENGTH = 200
/** Below it nearly every page would fail: the plain request and the start of a browser come first. */
const MIN_RENDERED_TIMEOUT_MS = 2_000
/** Statuses a monitor may expect, less two. */
const MAX_STATUSES_BESIDE = 48

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A web page or an interface over HTTP. */
export const web = describeType({
  number: MonitorType.WEB,
  does: 'check web pages',
  schemes: { https: { port: 443 }, http: { port: 80 } },
  form: 'http(s)://host',
  hasPath: true,
  shape: webShape,
  rules: webRules,
  timeoutMs: 10_000,
  portOf: ({ port }) => port,
  identityOf: ({ url }) => url,
  // The url names its port only where it is not that of the scheme.
  nameOf: ({ url, scheme, host }) => {
    const { port } = new URL(url)
    const path = url.slice(url.indexOf('/', scheme.length + 3))
    const server = port === '' ? host : `${hostInUrl(host)}:${port}`
    return `${server}${path === '/' ? '' : path}`.slice(0, MAX_NAME_LENGTH)
  },
  needsBrowser: ({ render }) =>
    (render as { readonly enabled?: unknown } | null | undefined)?.enabled === true,
  timeoutProblem: ({ render }, timeoutMs) =>
    render.enabled && timeoutMs < MIN_RENDERED_TIMEOUT_MS
      ? `The field "timeoutMs" is ${timeoutMs}: it must be at least ${MIN_RENDERED_TIMEOUT_MS} with settings.render.enabled, as a browser takes its time.`
      : null,
  changeProblem: (sent, { auth }) => {
    if (auth.kind !== 'none') return null
    const { kind, ...credentials } = (sent['auth'] ?? {}) as Readonly<Record<string, unknown>>
    const isEmpty = Object.values(credentials).every((each) => each === null)
    if (typeof kind === 'string' || isEmpty) return null
    return 'The field "settings.auth.kind" is missing: send basic, digest or bearer.'
  },
  spelledOut: (settings) => {
    const { auth } = settings
    return auth === undefined
      ? settings
      : { ...settings, auth: { kind: 'none', ...(auth as object) } }
  },
  // A page that asks for a sign-in then counts as answering.
  withoutSecrets: (settings) => ({
    ...settings,
    auth: {},
    expectedStatus: [
      ...listOf(settings['expectedStatus']).slice(0, MAX_STATUSES_BESIDE),
      '401',
      '403',
    ],
    keyword: null,
    jsonChecks: [],
  }),
  example: {
    url: 'https://shop.example.com/',
    name: 'Shop',
    intervalMinutes: 5,
    tags: ['shop'],
    settings: { expectedStatus: ['200'], maxResponseMs: 3000 },
  },
})
