import type { AddressInfo } from 'node:net'
import cors from '@fastify/cors'
import Fastify from 'fastify'
import { createSessionCookies } from '../accounts/sign-in/session-cookie.ts'
import { openableUrl } from '../process/openable-url.ts'
import type { Api } from './api-types.ts'
import type { AreaParts } from './areas/area.ts'
import { AREAS } from './areas/index.ts'
import { callerContinent } from './caller-continent.ts'
import type { ApiDependencies } from './dependencies.ts'
import { collectEndpoints } from './endpoints.ts'
import {
  addErrorHandler,
  answerBrokenRequest,
  answerError,
  answerUnmetExpectation,
} from './errors.ts'
import { EXPOSED_HEADERS } from './exposed-headers.ts'
import { addAdmission } from './hooks/admission.ts'
import { addAuditLog } from './hooks/audit-log.ts'
import { addRequestIds, requestIdOf } from './hooks/request-ids.ts'
import { addRequestMetrics } from './hooks/request-metrics.ts'
import { addStorableTextCheck } from './hooks/storable-text.ts'
import { addTraces } from './hooks/traces.ts'
import { addJsonBody, MAX_BODY_BYTES } from './json-body.ts'
import { addApiDescription } from './openapi.ts'
import { serveOwnHosts } from './own-hosts.ts'
import { createServices } from './services.ts'
import { createClientOf } from './sign-in-client.ts'
import { serializerCompiler } from './serialization.ts'
import { validatorCompiler } from './validation.ts'

/** Longest path parameter: as long as Node takes a request line, so that an id of any length is 404. */
const MAX_PARAMETER_LENGTH = 16_384
/** A request, headers and body, must have arrived within this time. */
const REQUEST_TIMEOUT_MS = 30_000
const PREFLIGHT_MAX_AGE_SECONDS = 86_400

const noCompiler = (): never => {
  throw new Error('the API has compilers of its own')
}

/** Makes the HTTP API, ready to listen or to be asked by `inject`. */
export async function createApi(deps: ApiDependencies): Promise<Api> {
  const { db, limitsDb, config, log } = deps
  const now = deps.now ?? (() => new Date())
  const cookies = createSessionCookies(deps.signInSecrets)
  const app: Api = Fastify({
    // One hop: the proxy appends the address it saw; what stands before it any client can invent.
    trustProxy: config.SIGHTLINE_TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: MAX_BODY_BYTES,
    // A path that cannot be decoded is taken as it stands: an id like any other, after the key is checked.
    rewriteUrl: (request) => decodable(request.url ?? '/'),
    genReqId: requestIdOf,
    http: { requireHostHeader: false },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While it closes, what still arrives is served: the framework's own 503 is not in our form.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, log),
    // Ours are set below. The framework's own, which it else loads now, take 50 ms of a processor and 2 MB.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
  })
  app.server.on('checkExpectation', answerUnmetExpectation)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorHandler(app, log)
  addRequestIds(app)
  if (deps.isTraced === true) addTraces(app, () => now().getTime())
  if (deps.requestAnswered != null) addRequestMetrics(app, deps.requestAnswered)
  addJsonBody(app)
  const endpoints = collectEndpoints(app)
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    strictPreflight: false,
  })
  addAdmission(app, {
    limitsDb,
    frontLimits: deps.frontLimits,
    endpoints,
    trustsProxy: config.SIGHTLINE_TRUST_PROXY,
    publicUrl: config.SIGHTLINE_PUBLIC_URL,
    cookies,
    now,
  })
  addStorableTextCheck(app)
  addAuditLog(app, { db, trustsProxy: config.SIGHTLINE_TRUST_PROXY, now, log })
  await addApiDescription(app, config.SIGHTLINE_PUBLIC_URL)

  // Never what a request says of itself: links are mailed, and a Host header is anybody's to choose.
  const publicUrl = (): string =>
    config.SIGHTLINE_PUBLIC_URL?.replace(/\/$/, '') ?? listeningUrl(app.addresses())
  const services = createServices({ deps, cookies, publicUrl, now })
  const trustsProxy = config.SIGHTLINE_TRUST_PROXY
  const parts: AreaParts = {
    deps,
    services,
    cookies,
    ownHosts: serveOwnHosts(app, services.directory, { trustsProxy }),
    publicUrl,
    now,
    continentOf: (request) => callerContinent(request.headers, trustsProxy),
    clientOf: createClientOf({ trustsProxy, publicUrl: config.SIGHTLINE_PUBLIC_URL }),
  }
  for (const add of AREAS) await add(app, parts)
  await app.ready()
  return app
}

/** Where the API listens, for links that are opened on this machine. */
function listeningUrl(addresses: readonly (AddressInfo | string)[]): string {
  const [first] = addresses
  if (first === undefined || typeof first === 'string') return 'http://localhost'
  return openableUrl(first.address, first.port)
}

/** A URL whose path cannot be decoded, with that path taken to the letter. */
function decodable(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
