/** All that an agent gets of the environment of who starts it, where that is somebody else (`npm start`, or
 *  root): its settings, and what programs need to find files, speak the user's language and trust who the
 *  machine trusts. Nothing else, as an agent that were taken over would give it away. What is secret or
 *  differs by agent comes by its arguments (agent-process.ts). */
const FOR_AGENTS: readonly string[] = [
  'LD_LIBRARY_PATH',
  'LOG_LEVEL',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
  'PATH',
  'SIGHTLINE_AGENT_CERT',
  'SIGHTLINE_AGENT_CONCURRENCY',
  'SIGHTLINE_AGENT_HOST_CONCURRENCY',
  'SIGHTLINE_AGENT_KEY',
  'SIGHTLINE_AGENT_NAME',
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
  'SIGHTLINE_SPOOL_MAX_MEGABYTES',
  'SIGHTLINE_SPOOL_MAX_RESULTS',
  'SIGHTLINE_TRACED_CHECKS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'TMPDIR',
  'TZ',
]

const LANGUAGE = /^(?:LANG|LC_[A-Z]+)$/

/** How a controller elsewhere is reached; to one of this machine no proxy leads.
 *  Source: grpc-js, doc/environment_variables.md */
const PROXIES = ['grpc_proxy', 'http_proxy', 'https_proxy', 'no_grpc_proxy', 'no_proxy'] as const

/** Of several agents that one program starts only one could have them. */
const OWN_PORTS = ['SIGHTLINE_AGENT_METRICS_HOST', 'SIGHTLINE_AGENT_METRICS_PORT'] as const

/** What of an environment is for agents whose controller is on this machine. */
export function agentEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(environment, FOR_AGENTS)
}

/** What of an environment is for an agent whose controller may be elsewhere. */
export function farAgentEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(environment, [...FOR_AGENTS, ...OWN_PORTS, ...PROXIES])
}

function only(environment: NodeJS.ProcessEnv, passed: readonly string[]): NodeJS.ProcessEnv {
  const names = new Set(passed)
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => names.has(name) || LANGUAGE.test(name)),
  )
}
