import type { PageFacts } from '../facts.ts'
import { embedResources, frameResources } from './embedded-resources.ts'
import { candidateResources, imageResources } from './image-resources.ts'
import { linkResources } from './link-resources.ts'
import type { NamedResource } from './named-resource.ts'
import { scriptResources } from './script-resources.ts'
import { styledResources, styleResources } from './style-resources.ts'

/** The resources of a page, each address once. */
export interface ResourceList {
  /** What the page waits for first, what it may never load last. */
  readonly resources: readonly NamedResource[]
  /** How many there are, also beyond the limit. */
  readonly total: number
}

/** How many are listed. */
const MAX_RESOURCES = 5_000

/** The address a browser asks for; null where it asks for none, as with data: and blob:.
 *  @param url absolute and normalised, as facts hold it */
function askedAddress(url: string | null): string | null {
  if (url === null || !/^https?:/.test(url)) return null
  const end = url.indexOf('#')
  return end === -1 ? url : url.slice(0, end)
}

/** Lists what a page loads: scripts, style sheets, preloads, icons, manifests, what its style elements
 *  name, frames, media, images, and last what images offer to choose from. Where an address comes more
 *  than once the first stands for all. The page itself is none of its resources (`url(#mask)`). */
export function listResources(facts: PageFacts): ResourceList {
  const named = [
    linkResources(facts.links),
    scriptResources(facts.scripts),
    styleResources(facts.styles),
    styledResources(facts.styledUrls),
    imageResources(facts.images.list),
    frameResources(facts.frames),
    embedResources(facts.embeds),
    candidateResources(facts.images.list),
  ].flat()
  const self = askedAddress(facts.document.url)
  const listed = new Map<string, NamedResource>()
  const beyond = new Set<string>()
  for (const each of named) {
    const url = askedAddress(each.url)
    if (url === null || url === self) continue
    const known = listed.get(url)
    if (known !== undefined) {
      if (each.isRenderBlocking && !known.isRenderBlocking) {
        listed.set(url, { ...known, isRenderBlocking: true })
      }
    } else if (listed.size < MAX_RESOURCES) listed.set(url, { ...each, url })
    else beyond.add(url)
  }
  return { resources: [...listed.values()], total: listed.size + beyond.size }
}
