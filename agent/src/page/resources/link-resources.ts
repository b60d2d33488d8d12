import type { ResourceType } from '@sightline/shared/analyses/resources'
import type { LinkTag } from '../facts.ts'
import type { Named } from './named-resource.ts'
import { isGiven } from './named-resource.ts'

/** What a preload is for. Source: HTML, "link type preload"; Fetch, "destination" */
const PRELOADED: Readonly<Record<string, ResourceType | undefined>> = {
  audio: 'media',
  font: 'font',
  image: 'image',
  script: 'script',
  style: 'stylesheet',
  track: 'media',
  video: 'media',
  worker: 'script',
}

const ICONS = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon']

/** What a link loads; null where it loads nothing. */
function typeOf({ rel, as }: LinkTag): ResourceType | null {
  if (rel.includes('stylesheet')) return 'stylesheet'
  if (rel.includes('preload')) return PRELOADED[as?.trim().toLowerCase() ?? ''] ?? 'other'
  if (rel.includes('modulepreload')) return 'script'
  if (ICONS.some((icon) => rel.includes(icon))) return 'image'
  return rel.includes('manifest') ? 'other' : null
}

/** A style sheet for print alone, or one to choose, is loaded when there is time for it. */
function isBlocking({ rel, media, isInHead }: LinkTag): boolean {
  return isInHead && !rel.includes('alternate') && media?.trim().toLowerCase() !== 'print'
}

/** Style sheets, preloads, icons and manifests. */
export function linkResources(links: readonly LinkTag[]): readonly Named[] {
  return links.flatMap((link) => {
    const type = typeOf(link)
    if (type === null || link.isDisabled) return []
    const isSheet = link.rel.includes('stylesheet')
    const named: Named = {
      url: link.url,
      type,
      source: isSheet ? 'stylesheet' : 'link',
      isRenderBlocking: isSheet && isBlocking(link),
      hasIntegrity: isGiven(link.integrity),
    }
    return [named]
  })
}
