/** Every variable of Sightline's own, of any of its programs: one of another program is no mistake where they share an
 *  environment. docs/settings.md has them too; a test holds the two together. */
export const PLAIN_SETTINGS: readonly string[] = [
  'SIGHTLINE_AGENT_CERT',
  'SIGHTLINE_AGENT_CONCURRENCY',
  'SIGHTLINE_AGENT_HOST_CONCURRENCY',
  'SIGHTLINE_AGENT_KEY',
  'SIGHTLINE_AGENT_METRICS_HOST',
  'SIGHTLINE_AGENT_METRICS_PORT',
  'SIGHTLINE_AGENT_MIN_VERSION',
  'SIGHTLINE_AGENT_NAME',
  'SIGHTLINE_ALLOW_PRIVATE_TARGETS',
  'SIGHTLINE_API_KEY',
  'SIGHTLINE_BROWSER_PAGES',
  'SIGHTLINE_CHROME',
  'SIGHTLINE_CHROME_SANDBOX',
  'SIGHTLINE_CONFIRM_CONTACTS',
  'SIGHTLINE_CONTROLLER',
  'SIGHTLINE_CONTROLLER_CA',
  'SIGHTLINE_CONTROLLER_TLS',
  'SIGHTLINE_CRAWL_RETENTION_DAYS',
  'SIGHTLINE_CRUX_URL',
  'SIGHTLINE_DATA_DIR',
  'SIGHTLINE_DNS_SERVERS',
  'SIGHTLINE_DOH_URL',
  'SIGHTLINE_GRPC_HOST',
  'SIGHTLINE_GRPC_PORT',
  'SIGHTLINE_GRPC_TLS_CERT',
  'SIGHTLINE_GRPC_TLS_CLIENT_CA',
  'SIGHTLINE_GRPC_TLS_KEY',
  'SIGHTLINE_HOUR_RETENTION_DAYS',
  'SIGHTLINE_ICMP',
  'SIGHTLINE_LOCAL_REGIONS',
  'SIGHTLINE_MAIL_FROM',
  'SIGHTLINE_METRICS_HOST',
  'SIGHTLINE_METRICS_PORT',
  'SIGHTLINE_OIDC_CLIENT_ID',
  'SIGHTLINE_OIDC_DOMAINS',
  'SIGHTLINE_OIDC_ISSUER',
  'SIGHTLINE_OIDC_NAME',
  'SIGHTLINE_OIDC_ROLE',
  'SIGHTLINE_OWNER_PLAN',
  'SIGHTLINE_PUBLIC_URL',
  'SIGHTLINE_QUARTER_RETENTION_DAYS',
  'SIGHTLINE_REGION',
  'SIGHTLINE_RESULT_RETENTION_DAYS',
  'SIGHTLINE_SELF_TEST',
  'SIGHTLINE_SPOOL_MAX_MEGABYTES',
  'SIGHTLINE_SPOOL_MAX_RESULTS',
  'SIGHTLINE_SYSTEM_PACKAGES',
  'SIGHTLINE_TRACED_CHECKS',
  'SIGHTLINE_TRUST_PROXY',
  'SIGHTLINE_URL',
]

/** Those that may come as a file. */
export const SECRET_SETTINGS: readonly string[] = [
  'SIGHTLINE_AGENT_TOKEN',
  'SIGHTLINE_CRUX_KEY',
  'SIGHTLINE_HEARTBEAT_URL',
  'SIGHTLINE_METRICS_TOKEN',
  'SIGHTLINE_OIDC_CLIENT_SECRET',
  'SIGHTLINE_POOLER_URL',
  'SIGHTLINE_SECRET_KEY',
]

const OWN = /^SIGHTLINE_/
/** What tests, benches and developing have, and what Kubernetes tells of a service that is called so. */
const NO_SETTINGS = /^SIGHTLINE_(?:TEST|BENCH|DEV)_|_SERVICE_(?:HOST|PORT)|_PORT_\d+_/
const ADDRESS_OF_SERVICE = /^(?:tcp|udp):\/\//

/** Secrets that other programs have under the same names. */
const COMMON_SECRETS = ['DATABASE_URL', 'SMTP_URL']

/** More letters than that are no slip of the fingers. */
const MAX_SLIPS = 3

/** What is said of variables that look like settings and change nothing, a sentence each: without it nobody learns that what
 *  they set, misspelt or twice, is not what holds. Values are not repeated. Pure. */
export function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  const known = [...PLAIN_SETTINGS, ...SECRET_SETTINGS]
  const allowed = new Set([...known, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)])
  const unknown = Object.entries(environment)
    .filter(([name, value = '']) => OWN.test(name) && !allowed.has(name) && value !== '')
    .filter(([name, value = '']) => !NO_SETTINGS.test(name) && !ADDRESS_OF_SERVICE.test(value))
    .map(([name]) => wordsOf(name, known))
  return [...unknown, ...givenTwice(environment)].toSorted()
}

function givenTwice(environment: NodeJS.ProcessEnv): string[] {
  const isSet = (name: string): boolean => (environment[name]?.trim() ?? '') !== ''
  return [...COMMON_SECRETS, ...SECRET_SETTINGS]
    .filter((name) => isSet(name) && isSet(`${name}_FILE`))
    .map((name) => `${name}_FILE changes nothing, as ${name} is set too: take one of them away`)
}

function wordsOf(name: string, known: readonly string[]): string {
  const plain = name.replace(/_FILE$/, '')
  if (known.includes(plain))
    return `${name} changes nothing: only what is secret may come as a file`
  const near = known
    .map((each) => ({ each, slips: slipsBetween(name, each) }))
    .toSorted((a, b) => a.slips - b.slips)[0]
  const meant = near !== undefined && near.slips <= MAX_SLIPS ? `is ${near.each} meant? ` : ''
  return `${name} is no setting and changes nothing: ${meant}docs/settings.md has all of them`
}

/** Letters to add, take out or change (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const other = a[row - 1] === b[column - 1] ? 0 : 1
      line.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + other,
        ),
      )
    }
    above = line
  }
  return above[b.length] ?? 0
}
