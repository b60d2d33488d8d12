import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { PageFacts } from '../../page/facts.ts'
import { listResources } from '../../page/resources/list-resources.ts'
import type { NamedResource } from '../../page/resources/named-resource.ts'
import type { PagePolicies } from './csp/page-policies.ts'
import { isHttps } from './is-https.ts'

const MAX_LISTED = 500

/** Whether browsers try https for it instead of blocking it. Images to choose from are blocked.
 *  Source: Mixed Content, section 3.1 */
function isUpgradeable({ type, source }: NamedResource): boolean {
  return (type === 'image' || type === 'media') && source !== 'srcset'
}

/** What an https page names with http. */
export function findMixedContent(
  facts: PageFacts,
  { upgradesInsecure }: PagePolicies,
): AnalysisResult<'security-headers'>['mixedContent'] {
  const mixed = isHttps(facts.document.url)
    ? listResources(facts).resources.filter(({ url }) => !isHttps(url))
    : []
  const urlsOf = (isPassive: boolean) =>
    mixed
      .filter((resource) => isUpgradeable(resource) === isPassive)
      .map(({ url }) => url)
      .slice(0, MAX_LISTED)
  return {
    count: mixed.length,
    active: urlsOf(false),
    passive: urlsOf(true),
    upgraded: upgradesInsecure,
  }
}
