import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../page/structured-data/json-ld/json-value.ts'
import { isPricedApi, isX402 } from './payments.ts'
import { hasHeading } from './markdown-heading.ts'
import { objectIn, textIn, type ReadAnswer } from './read-answer.ts'

/** A file by which a site tells agents something. */
export interface Probe {
  /** Where it may stand; one of them is enough. No two probes share a path. */
  readonly paths: readonly string[]
  /** Sent as Accept. */
  readonly accept: string
  /** Whether an answer is that file: it exists and is of the right kind, no more. */
  readonly isPresent: (answer: ReadAnswer) => boolean
}

const JSON_FIRST = 'application/json, */*;q=0.5'
const TEXT_FIRST = 'text/markdown, text/plain, */*;q=0.5'

/** A probe for a JSON object with status 200 that looks like it. */
function jsonAt(paths: readonly string[], fits: (object: JsonObject) => boolean): Probe {
  return {
    paths,
    accept: JSON_FIRST,
    isPresent(answer) {
      const object = answer.statusCode === 200 ? objectIn(answer) : null
      return object !== null && fits(object)
    },
  }
}

/** A probe for a text with status 200 that looks like it. */
function textAt(path: string, fits: (text: string) => boolean): Probe {
  return {
    paths: [path],
    accept: TEXT_FIRST,
    isPresent(answer) {
      const text = textIn(answer)
      return text !== null && fits(text)
    },
  }
}

const wellKnown = (name: string): string => `/.well-known/${name}`
const isText = (value: JsonValue | undefined): boolean => typeof value === 'string' && value !== ''

/** Files that are asked for, those of the score first: where a site answers so slowly that the time is
 *  over, the others are left out. Source: analyses design, section 2, with a source for each */
export const PROBES = {
  llmsTxt: textAt('/llms.txt', () => true),
  securityTxt: textAt(wellKnown('security.txt'), (text) => /^contact:[ \t]*\S/im.test(text)),
  apiCatalog: jsonAt([wellKnown('api-catalog')], ({ linkset }) => Array.isArray(linkset)),
  oauthOidcDiscovery: jsonAt(
    [wellKnown('openid-configuration'), wellKnown('oauth-authorization-server')],
    ({ issuer }) => isText(issuer),
  ),
  oauthProtectedResource: jsonAt([wellKnown('oauth-protected-resource')], ({ resource }) =>
    isText(resource),
  ),
  webBotAuth: jsonAt([wellKnown('http-message-signatures-directory')], ({ keys }) =>
    Array.isArray(keys),
  ),
  authMd: textAt('/auth.md', hasHeading),
  mcpServerCard: jsonAt(
    [wellKnown('mcp/server-card.json')],
    ({ name, serverInfo, remotes }) =>
      isText(name) || isJsonObject(serverInfo) || Array.isArray(remotes),
  ),
  agentSkillsIndex: jsonAt([wellKnown('agent-skills/index.json')], ({ skills }) =>
    Array.isArray(skills),
  ),
  x402: {
    paths: [wellKnown('x402'), wellKnown('x402.json'), '/api'],
    accept: JSON_FIRST,
    isPresent: isX402,
  },
  mpp: { paths: ['/openapi.json'], accept: JSON_FIRST, isPresent: isPricedApi },
  ucp: jsonAt(
    [wellKnown('ucp')],
    ({ ucp, version, capabilities }) =>
      isJsonObject(ucp) || (version !== undefined && capabilities !== undefined),
  ),
  acp: jsonAt(
    [wellKnown('acp.json')],
    ({ protocol, api_base_url: baseUrl }) =>
      (isJsonObject(protocol) && protocol['name'] === 'acp') || isText(baseUrl),
  ),
} as const satisfies Record<string, Probe>

/** Leaves of the result that a probe decides. */
export type ProbedLeaf = keyof typeof PROBES
