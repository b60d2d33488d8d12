import { AGENT_NAME, AGENT_NAME_RULE } from '@sightline/shared/agent-name'
import {
  addressRanges,
  commaList,
  EnvironmentError,
  flag,
  nameServers,
  optionalPort,
  readEnvironment,
  SECRET,
  wholeNumber,
} from '@sightline/shared/environment'
import { LOG_LEVELS } from '@sightline/shared/logger'
import { RegionCode } from '@sightline/shared/regions'
import { Command } from 'commander'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { CHROME_OFF, SANDBOXES } from './browser/find-chrome.ts'
import { ICMP_WAYS } from './trace/find-icmp.ts'
import { parseEgressTarget } from './self-test/egress.ts'
import { readStandardInput } from './standard-input.ts'
import { parseControllerAddresses } from './connection/controller-address.ts'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'

const DEFAULT_DOH_URL = 'https://cloudflare-dns.com/dns-query'
/** The value of SIGHTLINE_DOH_URL that switches such questions off. */
const DOH_OFF = 'none'

function parsedWith<T>(parse: (text: string) => T | null, message: string) {
  return z.string(message).transform((text, context) => {
    const parsed = parse(text)
    if (parsed !== null) return parsed
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

function egressTargets() {
  const message = 'must be tcp://host:port or dns://name, comma-separated'
  return commaList(parsedWith(parseEgressTarget, message)).default([])
}

/** A resolver that answers over https, in JSON; over plain http on this machine only, where nobody
 *  listens in. */
function dohUrl() {
  const message = `must be the https address of a resolver that answers in JSON, such as ${DEFAULT_DOH_URL} (http on this machine only), or ${DOH_OFF}`
  return parsedWith((text) => {
    if (text === DOH_OFF) return { url: null }
    const url = URL.parse(text)
    const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '')
    const isGood = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
    return url !== null && isGood && url.username === '' && url.password === '' ? { url } : null
  }, message)
    .transform(({ url }) => url)
    .default(new URL(DEFAULT_DOH_URL))
}

/** Settings of an agent. Flags of the command line stand for the variables and win. */
export const AgentEnvironment = z.object({
  SIGHTLINE_CONTROLLER: parsedWith(
    parseControllerAddresses,
    'must be HOST:PORT of the controller, such as monitor.example.com:50051, with commas between several (--controller)',
  ),
  SIGHTLINE_AGENT_TOKEN: z
    .string('must be the token of this region, given by --token-file, --token or the variable')
    .regex(/^[\u0021-\u007e]{1,512}$/, 'must be a token as "agents token create" printed it')
    .meta(SECRET),
  SIGHTLINE_REGION: z
    .string('must be the location code of this agent, such as eu-west (--region)')
    .pipe(RegionCode),
  SIGHTLINE_DATA_DIR: z.string().default('data'),
  SIGHTLINE_CONTROLLER_CA: z.string().optional(),
  SIGHTLINE_CONTROLLER_TLS: flag(false),
  SIGHTLINE_AGENT_NAME: z.string().regex(AGENT_NAME, AGENT_NAME_RULE).optional(),
  SIGHTLINE_AGENT_CERT: z.string().optional(),
  SIGHTLINE_AGENT_KEY: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  SIGHTLINE_ALLOW_PRIVATE_TARGETS: addressRanges(),
  SIGHTLINE_DNS_SERVERS: nameServers(),
  SIGHTLINE_DOH_URL: dohUrl(),
  SIGHTLINE_AGENT_CONCURRENCY: wholeNumber({ min: 1, max: 10_000, default: 500 }),
  SIGHTLINE_AGENT_HOST_CONCURRENCY: wholeNumber({ min: 1, max: 10_000, default: 10 }),
  SIGHTLINE_SPOOL_MAX_RESULTS: wholeNumber({ min: 1, max: 100_000_000, default: 1_000_000 }),
  SIGHTLINE_SPOOL_MAX_MEGABYTES: wholeNumber({ min: 16, max: 1_000_000, default: 2_048 }),
  SIGHTLINE_SELF_TEST: egressTargets(),
  SIGHTLINE_BROWSER_PAGES: wholeNumber({ min: 1, max: 32, default: 2 }),
  SIGHTLINE_CHROME: z
    .string()
    .refine(
      (value) => value === CHROME_OFF || path.isAbsolute(value),
      `must be the absolute path of a chromium or chrome, or ${CHROME_OFF}`,
    )
    .optional(),
  SIGHTLINE_CHROME_SANDBOX: z
    .enum(SANDBOXES, `must be one of ${SANDBOXES.join(', ')}`)
    .default('on'),
  SIGHTLINE_AGENT_METRICS_HOST: z.string().default('127.0.0.1'),
  SIGHTLINE_AGENT_METRICS_PORT: optionalPort(),
  SIGHTLINE_ICMP: z.enum(ICMP_WAYS, `must be one of ${ICMP_WAYS.join(', ')}`).default('auto'),
})

export type AgentConfig = z.output<typeof AgentEnvironment>

interface Flags {
  readonly controller?: string
  readonly token?: string
  readonly tokenFile?: string
  readonly region?: string
  readonly dataDir?: string
  readonly ca?: string
  readonly tls?: boolean
  readonly name?: string
  readonly certificate?: string
  readonly key?: string
}

function parseFlags(argv: readonly string[]): Flags {
  return new Command('npm run agent --')
    .description('Checks monitors from this place and reports to a Sightline controller.')
    .version(SOFTWARE_VERSION)
    .option(
      '--controller <host:port,…>',
      'where the controller listens for agents; of several the agent takes any that works',
    )
    .option('--region <code>', 'location code of this agent, the one its token was made for')
    .option('--token <token>', 'token of this region (other users of the machine can see it here)')
    .option('--token-file <file>', 'file that holds the token, "-" for standard input')
    .option('--data-dir <dir>', 'folder for the state of agents (default: data)')
    .option('--ca <file>', "certificates (PEM) that sign the controller's, instead of the system's")
    .option('--tls', 'use TLS to a controller on this machine too')
    .option('--name <name>', 'what this agent is called (default: the name of the machine)')
    .option(
      '--certificate <file>',
      "this agent's certificate (PEM) for its name, where controllers ask for one",
    )
    .option('--key <file>', 'the key of that certificate (PEM)')
    .addHelpText(
      'after',
      `
Each flag can be given by the environment instead: SIGHTLINE_CONTROLLER, SIGHTLINE_REGION,
SIGHTLINE_AGENT_TOKEN, SIGHTLINE_DATA_DIR, SIGHTLINE_CONTROLLER_CA, SIGHTLINE_CONTROLLER_TLS,
SIGHTLINE_AGENT_NAME, SIGHTLINE_AGENT_CERT, SIGHTLINE_AGENT_KEY.
Further settings of the environment: LOG_LEVEL, SIGHTLINE_DNS_SERVERS,
SIGHTLINE_ALLOW_PRIVATE_TARGETS, SIGHTLINE_AGENT_CONCURRENCY, SIGHTLINE_AGENT_HOST_CONCURRENCY,
SIGHTLINE_SPOOL_MAX_RESULTS, SIGHTLINE_SPOOL_MAX_MEGABYTES, SIGHTLINE_SELF_TEST, SIGHTLINE_ICMP,
SIGHTLINE_CHROME, SIGHTLINE_CHROME_SANDBOX, SIGHTLINE_BROWSER_PAGES, SIGHTLINE_DOH_URL, SIGHTLINE_AGENT_METRICS_PORT,
SIGHTLINE_AGENT_METRICS_HOST.

A controller on another machine is always reached over TLS. The state folder keeps the assignments and
the results that no controller has yet, so the agent goes on without a connection.

Example:
  npm run agent -- --controller monitor.example.com:50051 --region eu-west --token-file token.txt`,
    )
    .parse(argv)
    .opts<Flags>()
}

function readFileFlag(flagName: string, file: string): string {
  try {
    return file === '-' ? readStandardInput() : readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new EnvironmentError(`${flagName} names "${file}", which cannot be read (${code})`)
  }
}

/** Reads the settings of the command line and the environment. `--help` and an unknown flag end the
 *  process. @throws EnvironmentError with one line for the operator */
export function readAgentConfig(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): AgentConfig {
  const flags = parseFlags(argv)
  const token =
    flags.token ?? (flags.tokenFile && readFileFlag('--token-file', flags.tokenFile).trim())
  const given: Record<string, string | undefined> = {
    SIGHTLINE_CONTROLLER: flags.controller,
    SIGHTLINE_AGENT_TOKEN: token,
    SIGHTLINE_REGION: flags.region,
    SIGHTLINE_DATA_DIR: flags.dataDir,
    SIGHTLINE_CONTROLLER_CA: flags.ca,
    SIGHTLINE_CONTROLLER_TLS: flags.tls === true ? '1' : undefined,
    SIGHTLINE_AGENT_NAME: flags.name,
    SIGHTLINE_AGENT_CERT: flags.certificate,
    SIGHTLINE_AGENT_KEY: flags.key,
  }
  const fromFlags = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const config = readEnvironment(AgentEnvironment, { ...environment, ...fromFlags })
  const { SIGHTLINE_AGENT_CERT: certificate, SIGHTLINE_AGENT_KEY: key } = config
  if ((certificate === undefined) === (key === undefined)) return config
  const missing = key === undefined ? 'SIGHTLINE_AGENT_KEY' : 'SIGHTLINE_AGENT_CERT'
  throw new EnvironmentError(`${missing} is not set: a certificate and its key go together`)
}
