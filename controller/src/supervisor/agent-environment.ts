/** All that a local agent gets of the environment of `npm start`: its settings, and what programs need to
 *  find files, speak the user's language and trust who the machine trusts. Nothing else, as an agent that
 *  were taken over would give it away. */
const FOR_AGENTS: readonly string[] = [
  'LD_LIBRARY_PATH',
  'LOG_LEVEL',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'PATH',
  'SIGHTLINE_AGENT_CONCURRENCY',
  'SIGHTLINE_AGENT_HOST_CONCURRENCY',
  'SIGHTLINE_ALLOW_PRIVATE_TARGETS',
  'SIGHTLINE_BROWSER_PAGES',
  'SIGHTLINE_CHROME',
  'SIGHTLINE_CHROME_SANDBOX',
  'SIGHTLINE_CONTROLLER_CA',
  'SIGHTLINE_CONTROLLER_TLS',
  'SIGHTLINE_DNS_SERVERS',
  'SIGHTLINE_DOH_URL',
  'SIGHTLINE_ICMP',
  'SIGHTLINE_SELF_TEST',
  'SIGHTLINE_SPOOL_MAX_RESULTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'TMPDIR',
  'TZ',
]

const LANGUAGE = /^(?:LANG|LC_[A-Z]+)$/

/** What of an environment is for local agents. */
export function agentEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = new Set(FOR_AGENTS)
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => names.has(name) || LANGUAGE.test(name)),
  )
}
