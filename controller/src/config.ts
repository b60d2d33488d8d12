import { X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import {
  addressRanges,
  EnvironmentError,
  flag,
  nameServers,
  optionalPort,
  port,
  readEnvironment,
  SECRET,
  wholeNumber,
} from '@sightline/shared/environment'
import { LOG_LEVELS } from '@sightline/shared/logger'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { isBefore, VERSION } from '@sightline/shared/version-order'
import { z } from 'zod'
import { PLANS } from './accounts/plans.ts'
import type { OidcSettings } from './accounts/sign-in/oidc.ts'
import type { Retention } from './reports/rollups/retention.ts'

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\]|localhost)$/

/** True for the addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/** What the password of a URL mostly breaks it by. */
const ENCODED = 'with signs such as # / ? of a password encoded (# as %23)'

/** The address of a PostgreSQL server and a database of it. */
export const DatabaseUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'must be a URL such as postgres://user:password@host:5432/name')
  // A path of a socket needs no host, which the driver allows.
  .refine(
    (text) => URL.canParse(text) || URL.canParse(text.replace('@/', '@localhost/')),
    `must be a URL such as postgres://user:password@host:5432/name, ${ENCODED}`,
  )
  .meta(SECRET)

/** Settings of the controller. The description of each is what docs/settings.md says. */
export const ControllerEnvironment = z.object({
  DATABASE_URL: DatabaseUrl,
  SIGHTLINE_POOLER_URL: DatabaseUrl.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be a URL such as smtp://user:password@host:587')
    .refine(
      (text) => (URL.parse(text)?.hostname ?? '') !== '',
      `must be a URL such as smtp://user:password@host:587, ${ENCODED}`,
    )
    .meta(SECRET)
    .optional(),
  SIGHTLINE_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'must be an address such as alerts@example.com or Sightline <alerts@example.com>',
    )
    .optional(),
  SIGHTLINE_PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the http(s) address people reach this installation at',
    })
    .refine((text) => {
      const url = URL.parse(text)
      return url === null || url.href === `${url.origin}/`
    }, 'must be the address of a host alone, such as https://monitor.example.com: app and API are at its root, below no path')
    .optional(),
  SIGHTLINE_TRUST_PROXY: flag(false),
  SIGHTLINE_CONFIRM_CONTACTS: flag(false),
  SIGHTLINE_GRPC_HOST: z.string().default('127.0.0.1'),
  SIGHTLINE_GRPC_PORT: port(50051),
  SIGHTLINE_GRPC_TLS_CERT: z.string().optional(),
  SIGHTLINE_GRPC_TLS_KEY: z.string().optional(),
  SIGHTLINE_GRPC_TLS_CLIENT_CA: z.string().optional(),
  SIGHTLINE_AGENT_MIN_VERSION: z
    .string()
    .regex(VERSION, 'must be a version such as 0.2.0')
    .refine(
      (version) => !isBefore(SOFTWARE_VERSION, version),
      `must not be later than this program, whose version is ${SOFTWARE_VERSION}`,
    )
    .optional(),
  SIGHTLINE_DATA_DIR: z.string().default('data'),
  SIGHTLINE_SECRET_KEY: z
    .string()
    .regex(
      /^[0-9a-fA-F]{64}(?:\s*,\s*[0-9a-fA-F]{64})*$/,
      'must be 64 hexadecimal digits (32 bytes): openssl rand -hex 32; or several such keys with commas between them, the one that writes first',
    )
    .meta(SECRET)
    .optional(),
  SIGHTLINE_OWNER_PLAN: z
    .enum(
      PLANS.map((plan) => plan.tier),
      `must be one of ${PLANS.map((plan) => plan.tier).join(', ')}`,
    )
    .default('unlimited'),
  SIGHTLINE_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of an identity provider' })
    .optional(),
  SIGHTLINE_OIDC_CLIENT_ID: z.string().optional(),
  SIGHTLINE_OIDC_CLIENT_SECRET: z.string().meta(SECRET).optional(),
  SIGHTLINE_OIDC_NAME: z.string().max(60).default('single sign-on'),
  SIGHTLINE_OIDC_DOMAINS: z
    .string()
    .regex(
      /^\s*[\w-]+(?:\.[\w-]+)+(?:\s*,\s*[\w-]+(?:\.[\w-]+)+)*\s*$/,
      'must be domains of mail addresses such as example.com,example.org',
    )
    .optional(),
  SIGHTLINE_OIDC_ROLE: z
    .enum(['admin', 'editor', 'viewer', 'analyst'], 'must be one of admin, editor, viewer, analyst')
    .default('viewer'),
  SIGHTLINE_CRUX_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be an API key: letters, digits and signs without spaces')
    .meta(SECRET)
    .optional(),
  SIGHTLINE_CRUX_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .default('https://chromeuxreport.googleapis.com/v1/records:queryRecord'),
  SIGHTLINE_HEARTBEAT_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the http(s) address that another service gave you',
    })
    .meta(SECRET)
    .optional(),
  SIGHTLINE_METRICS_HOST: z.string().default('127.0.0.1'),
  SIGHTLINE_METRICS_PORT: optionalPort(),
  SIGHTLINE_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 letters, digits and signs or more, without spaces')
    .meta(SECRET)
    .optional(),
  SIGHTLINE_CRAWL_RETENTION_DAYS: wholeNumber({ min: 1, max: 3_650, default: 90 }),
  // An agent that was cut off brings results of 35 days, which change quarters that are made of all there are.
  SIGHTLINE_RESULT_RETENTION_DAYS: wholeNumber({ min: 40, max: 3_650, default: 400 }),
  SIGHTLINE_QUARTER_RETENTION_DAYS: wholeNumber({ min: 40, max: 3_650, default: 400 }),
  SIGHTLINE_HOUR_RETENTION_DAYS: wholeNumber({ min: 40, max: 3_650, default: 1_130 }),
  SIGHTLINE_ALLOW_PRIVATE_TARGETS: addressRanges(),
  SIGHTLINE_DNS_SERVERS: nameServers(),
})

export type ControllerConfig = z.output<typeof ControllerEnvironment>

/** Sender of mails: the one that is set, else the user of the mail server where that is an address,
 *  else one at the mail server. */
export function mailFromOf(
  config: Pick<ControllerConfig, 'SIGHTLINE_MAIL_FROM' | 'SMTP_URL'>,
): string {
  if (config.SIGHTLINE_MAIL_FROM !== undefined) return config.SIGHTLINE_MAIL_FROM
  const url = URL.parse(config.SMTP_URL ?? '')
  const user = decoded(url?.username ?? '')
  if (/^[^\s<>@]+@[^\s<>@]+$/.test(user)) return `Sightline <${user}>`
  return `Sightline <sightline@${url?.hostname || 'localhost'}>`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The identity provider; null: there is none. */
export function oidcOf(
  config: Pick<
    ControllerConfig,
    | 'SIGHTLINE_OIDC_ISSUER'
    | 'SIGHTLINE_OIDC_CLIENT_ID'
    | 'SIGHTLINE_OIDC_CLIENT_SECRET'
    | 'SIGHTLINE_OIDC_NAME'
    | 'SIGHTLINE_OIDC_DOMAINS'
    | 'SIGHTLINE_OIDC_ROLE'
  >,
): OidcSettings | null {
  const { SIGHTLINE_OIDC_ISSUER: issuer, SIGHTLINE_OIDC_CLIENT_ID: clientId } = config
  const clientSecret = config.SIGHTLINE_OIDC_CLIENT_SECRET
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  const domains = (config.SIGHTLINE_OIDC_DOMAINS ?? '').split(',').map((text) => text.trim())
  return {
    issuer,
    clientId,
    clientSecret,
    name: config.SIGHTLINE_OIDC_NAME,
    domains: domains.filter((domain) => domain !== '').map((domain) => domain.toLowerCase()),
    role: config.SIGHTLINE_OIDC_ROLE,
  }
}

/** How long results, and what is made of them, are kept. */
export function retentionOf(
  config: Pick<
    ControllerConfig,
    | 'SIGHTLINE_RESULT_RETENTION_DAYS'
    | 'SIGHTLINE_QUARTER_RETENTION_DAYS'
    | 'SIGHTLINE_HOUR_RETENTION_DAYS'
  >,
): Retention {
  return {
    results: config.SIGHTLINE_RESULT_RETENTION_DAYS,
    quarters: config.SIGHTLINE_QUARTER_RETENTION_DAYS,
    hours: config.SIGHTLINE_HOUR_RETENTION_DAYS,
  }
}

/** How the Chrome UX Report is asked; null without a key. */
export function fieldDataAccessOf(
  config: Pick<ControllerConfig, 'SIGHTLINE_CRUX_KEY' | 'SIGHTLINE_CRUX_URL'>,
): { url: string; key: string } | null {
  const { SIGHTLINE_CRUX_KEY: key, SIGHTLINE_CRUX_URL: url } = config
  return key === undefined ? null : { url, key }
}

/** The certificate of the agents' port and who vouches for theirs; null where it speaks plaintext. */
export function gatewayTlsOf(
  config: Pick<
    ControllerConfig,
    'SIGHTLINE_GRPC_TLS_CERT' | 'SIGHTLINE_GRPC_TLS_KEY' | 'SIGHTLINE_GRPC_TLS_CLIENT_CA'
  >,
): { certificateFile: string; keyFile: string; clientCaFile: string | null } | null {
  const certificateFile = config.SIGHTLINE_GRPC_TLS_CERT
  const keyFile = config.SIGHTLINE_GRPC_TLS_KEY
  const clientCaFile = config.SIGHTLINE_GRPC_TLS_CLIENT_CA ?? null
  return certificateFile === undefined || keyFile === undefined
    ? null
    : { certificateFile, keyFile, clientCaFile }
}

function checkClientCa(file: string): void {
  try {
    void new X509Certificate(readFileSync(file))
  } catch (error: unknown) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'not PEM'
    throw new EnvironmentError(
      `SIGHTLINE_GRPC_TLS_CLIENT_CA is "${file}": it must be a PEM file of the authorities that agents' certificates are from (${reason})`,
    )
  }
}

function checkCertificate(certificate: string, key: string): void {
  try {
    createSecureContext({ cert: readFileSync(certificate), key: readFileSync(key) })
  } catch (error: unknown) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'not PEM'
    throw new EnvironmentError(
      `SIGHTLINE_GRPC_TLS_CERT is "${certificate}": it and SIGHTLINE_GRPC_TLS_KEY must be the PEM files of a certificate and its key (${reason})`,
    )
  }
}

/** What no single variable can say of itself.
 *  @throws EnvironmentError with one line for the operator */
export function checkControllerConfig(
  config: Pick<
    ControllerConfig,
    | 'SIGHTLINE_GRPC_HOST'
    | 'SIGHTLINE_GRPC_TLS_CERT'
    | 'SIGHTLINE_GRPC_TLS_KEY'
    | 'SIGHTLINE_GRPC_TLS_CLIENT_CA'
    | 'SIGHTLINE_RESULT_RETENTION_DAYS'
    | 'SIGHTLINE_QUARTER_RETENTION_DAYS'
    | 'SIGHTLINE_HOUR_RETENTION_DAYS'
  >,
): void {
  checkRetention(config)
  const { SIGHTLINE_GRPC_TLS_CERT: certificate, SIGHTLINE_GRPC_TLS_KEY: key } = config
  if ((certificate === undefined) !== (key === undefined)) {
    const missing = key === undefined ? 'SIGHTLINE_GRPC_TLS_KEY' : 'SIGHTLINE_GRPC_TLS_CERT'
    throw new EnvironmentError(`${missing} is not set: the certificate and its key go together`)
  }
  for (const [name, file] of [
    ['SIGHTLINE_GRPC_TLS_CERT', certificate],
    ['SIGHTLINE_GRPC_TLS_KEY', key],
  ] as const) {
    if (file === undefined) continue
    try {
      accessSync(file, constants.R_OK)
    } catch {
      throw new EnvironmentError(`${name} is "${file}": it must be a PEM file that can be read`)
    }
  }
  if (certificate !== undefined && key !== undefined) checkCertificate(certificate, key)
  const clientCa = config.SIGHTLINE_GRPC_TLS_CLIENT_CA
  if (clientCa !== undefined && certificate === undefined) {
    throw new EnvironmentError(
      'SIGHTLINE_GRPC_TLS_CERT is not set: with SIGHTLINE_GRPC_TLS_CLIENT_CA the controller needs a certificate too',
    )
  }
  if (clientCa !== undefined) checkClientCa(clientCa)
  if (certificate === undefined && !isLoopback(config.SIGHTLINE_GRPC_HOST)) {
    throw new EnvironmentError(
      `SIGHTLINE_GRPC_HOST is "${config.SIGHTLINE_GRPC_HOST}": beyond this machine agents are served with TLS only; set SIGHTLINE_GRPC_TLS_CERT and SIGHTLINE_GRPC_TLS_KEY, or keep 127.0.0.1`,
    )
  }
}

/** What is coarser outlives what is finer: reports of long ago read the finest there is.
 *  @throws EnvironmentError */
function checkRetention(config: Parameters<typeof retentionOf>[0]): void {
  const { results, quarters, hours } = retentionOf(config)
  if (quarters < results) {
    throw new EnvironmentError(
      `SIGHTLINE_QUARTER_RETENTION_DAYS is ${quarters}: it must be at least SIGHTLINE_RESULT_RETENTION_DAYS, which is ${results}`,
    )
  }
  if (hours < quarters) {
    throw new EnvironmentError(
      `SIGHTLINE_HOUR_RETENTION_DAYS is ${hours}: it must be at least SIGHTLINE_QUARTER_RETENTION_DAYS, which is ${quarters}`,
    )
  }
}

/** @throws EnvironmentError when a part of the identity provider is missing */
function checkOidc(config: ControllerConfig): void {
  const together = [
    'SIGHTLINE_OIDC_ISSUER',
    'SIGHTLINE_OIDC_CLIENT_ID',
    'SIGHTLINE_OIDC_CLIENT_SECRET',
  ] as const
  const missing = together.filter((name) => config[name] === undefined)
  const [first] = missing
  if (first === undefined || missing.length === together.length) return
  throw new EnvironmentError(
    `${first} is not set: an identity provider needs ${together.join(', ')}`,
  )
}

/** @throws EnvironmentError with one line for the operator */
export function readControllerConfig(environment: NodeJS.ProcessEnv): ControllerConfig {
  const config = readEnvironment(ControllerEnvironment, environment)
  checkControllerConfig(config)
  checkOidc(config)
  return config
}
