import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Artifacts } from '../../gather/artifacts.ts'
import type { ProbeAnswer, ProbeAnswers } from '../../probes/answers.ts'
import type { RobotsFile } from '../../robots/robots-file.ts'
import { headerText } from '../../page/content-type.ts'
import { readLinkHeader } from '../../page/link-header.ts'
import { isX402 } from '../../probes/payments.ts'
import { isPage, readAnswer, type ReadAnswer } from '../../probes/read-answer.ts'
import { softNotFound } from '../../probes/soft-404.ts'
import { PROBES, type Probe, type ProbedLeaf } from '../../probes/table.ts'
import { readBotAccess } from '../../robots/bot-access.ts'
import type { ContentSignal } from '../../robots/content-signals.ts'
import { isServed, robotsOf } from '../../robots/robots-of-file.ts'
import { sitemapLinesOf } from '../../robots/sitemap-lines.ts'

/** All leaves in their groups. */
export type AgentChecks = AnalysisResult<'ai-readiness'>['agentReadiness']['checks']

const read = (answer: ProbeAnswer | null): ReadAnswer | null =>
  answer === null ? null : readAnswer(answer)

/** Answers of probes but those that only look like something there, by path. */
export type SiteFiles = ReadonlyMap<string, ReadAnswer>

export function readFiles({ files, missing }: ProbeAnswers): SiteFiles {
  const isSoft = softNotFound(read(missing))
  const came = Object.values(files).flatMap((answer) => read(answer) ?? [])
  return new Map(came.filter((answer) => !isSoft(answer)).map((answer) => [answer.path, answer]))
}

/** The answer in which a probe finds what it is for; null without. */
export function foundBy(leaf: ProbedLeaf, files: SiteFiles): ReadAnswer | null {
  const { paths, isPresent }: Probe = PROBES[leaf]
  const answers = paths.flatMap((path) => files.get(path) ?? [])
  return answers.find(isPresent) ?? null
}

/** A Link header with a link that says what it is. Source: RFC 8288, section 3.3 */
function hasLinkHeader(home: ProbeAnswer | null): boolean {
  const header = headerText(home?.headers ?? {}, 'link') ?? ''
  return readLinkHeader(header).some(({ rel }) => rel.length > 0)
}

/** The page comes as Markdown where that is asked for. Source: RFC 9110, section 12; RFC 7763 */
function isMarkdown(answer: ReadAnswer | null): boolean {
  const isType = /^text\/(?:x-)?markdown$/.test(answer?.mediaType ?? '')
  return answer?.statusCode === 200 && isType && !isPage(answer) && answer.text.trim() !== ''
}

/** A Content-Signal that says something; Content-Usage, its sibling of the IETF's, is another one. */
const isContentSignal = ({ directive, signals }: ContentSignal): boolean =>
  directive === 'content-signal' && Object.keys(signals).length > 0

/** What robots.txt says of it all; nothing where none was served. Source: RFC 9309 */
function robotsChecks(file: RobotsFile) {
  const robots = robotsOf(file)
  const isThere = isServed(file)
  const hasSitemap = isThere && sitemapLinesOf(file.text ?? '', 1).length > 0
  return {
    robotsTxt: isThere && robots.groups.length + robots.sitemaps.length > 0,
    sitemap: hasSitemap,
    aiBotRulesInRobots: isThere && readBotAccess(robots, file.url).hasAnyAIRule,
    contentSignals: isThere && robots.contentSignals.some(isContentSignal),
  }
}

/** What a site tells agents. Source: contract, "agentReadiness"; analyses design, section 2 */
export function checkAgents(
  { robots, probes, agentNames }: Pick<Artifacts, 'robots' | 'probes' | 'agentNames'>,
  files: SiteFiles,
): AgentChecks {
  const { robotsTxt, sitemap, aiBotRulesInRobots, contentSignals } = robotsChecks(robots)
  const has = (leaf: ProbedLeaf): boolean => foundBy(leaf, files) !== null
  const home = read(probes.home)
  return {
    discoverability: {
      robotsTxt,
      sitemap,
      linkHeaders: hasLinkHeader(probes.home),
      dnsAid: agentNames.length > 0,
    },
    content: {
      markdownNegotiation: isMarkdown(read(probes.markdown)),
      llmsTxt: has('llmsTxt'),
    },
    botAccess: { aiBotRulesInRobots, webBotAuth: has('webBotAuth'), contentSignals },
    apiAuthMcp: {
      apiCatalog: has('apiCatalog'),
      oauthOidcDiscovery: has('oauthOidcDiscovery'),
      oauthProtectedResource: has('oauthProtectedResource'),
      authMd: has('authMd'),
      mcpServerCard: has('mcpServerCard'),
      agentSkillsIndex: has('agentSkillsIndex'),
    },
    commerce: {
      x402: has('x402') || (home !== null && isX402(home)),
      mpp: has('mpp'),
      ucp: has('ucp'),
      acp: has('acp'),
    },
    extras: { securityTxt: has('securityTxt') },
  }
}
