import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { MetaTag, PageFacts } from '../../page/facts.ts'
import type { SchemaNode } from '../../page/structured-data/schema-node.ts'
import { findSitePages } from './site-pages.ts'

type Eeat = AnalysisResult<'ai-readiness'>['aiSearchReadiness']['eeat']

/** Meta tags that tell when a page was published, or changed, by name, property or itemprop. Sources: Open
 *  Graph (article), Dublin Core, schema.org */
const PUBLISHED =
  /^(?:article:published(?:_time)?|og:published_time|datepublished|date|pubdate|publish[-_]?date|published[-_]time|dc(?:terms)?\.(?:date(?:\.(?:issued|created))?|issued|created))$/i
const MODIFIED =
  /^(?:article:modified(?:_time)?|og:(?:updated|modified)_time|datemodified|last-modified|revised|dc(?:terms)?\.(?:modified|date\.modified))$/i

/** A date has a year. */
const hasYear = (text: string | null): boolean => /\d{4}/.test((text ?? '').slice(0, 100))

function tells(metas: readonly MetaTag[], name: RegExp): boolean {
  return metas.some(({ name: key, property, itemprop, content }) => {
    const isNamed = [key, property, itemprop].some((each) => name.test(each?.trim() ?? ''))
    return isNamed && hasYear(content)
  })
}

const hasDate = (nodes: readonly SchemaNode[], property: string): boolean =>
  nodes.some((node) =>
    node.values(property).some((value) => typeof value === 'string' && hasYear(value)),
  )

/** Who wrote a page, when, and who is behind the site, as far as markup and links tell: what search
 *  engines and models can check. @param nodes what the page describes
 *  @param pageUrl where the page came from */
export function judgeTrust(facts: PageFacts, nodes: readonly SchemaNode[], pageUrl: URL): Eeat {
  const authors = nodes.flatMap((node) => node.values('author'))
  const { about, contact, privacy } = findSitePages(facts.anchors.list, pageUrl)
  return {
    authorSchema: authors.length > 0,
    authorIsPerson: authors.some(
      (author) => typeof author !== 'string' && author.types.includes('Person'),
    ),
    datePublished: hasDate(nodes, 'datePublished') || tells(facts.metas, PUBLISHED),
    dateModified: hasDate(nodes, 'dateModified') || tells(facts.metas, MODIFIED),
    aboutPage: about,
    contactPage: contact,
    privacyPage: privacy,
  }
}
