import { readBoundedXml } from './bounded-xml.ts'
import type { XmlElement } from './bounded-xml.ts'
import type { Complaints } from './complaints.ts'
import type { Reading } from './reading.ts'
import type { SitemapChild, SitemapLimits, SitemapType } from './sitemap-file.ts'
import type { Tally, WrittenEntry } from './tally.ts'
import { NOTHING_WRITTEN } from './tally.ts'

/** Longest text of a field that is kept, in characters; more than the longest address. */
const MAX_FIELD = 4_096
const MAX_LASTMOD = 50

type Field = 'loc' | 'lastmod' | 'changefreq' | 'priority' | 'guid'

/** What stands for one address in a kind of file, and the fields that are read of it. */
interface Dialect {
  readonly type: Exclude<SitemapType, 'text'>
  /** Name of an entry's element. */
  readonly entry: string
  readonly fields: Readonly<Record<string, Field>>
}

const RSS: Dialect = {
  type: 'rss',
  entry: 'item',
  fields: { link: 'loc', guid: 'guid', pubDate: 'lastmod' },
}

/** By the name of the root. */
const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  [
    'urlset',
    {
      type: 'urlset',
      entry: 'url',
      fields: { loc: 'loc', lastmod: 'lastmod', changefreq: 'changefreq', priority: 'priority' },
    },
  ],
  ['sitemapindex', { type: 'index', entry: 'sitemap', fields: { loc: 'loc', lastmod: 'lastmod' } }],
  ['rss', RSS],
  ['RDF', RSS],
  // Its addresses stand in attributes of links.
  ['feed', { type: 'atom', entry: 'entry', fields: { updated: 'lastmod' } }],
])

/** An entry that is being read. */
type Draft = { -readonly [K in keyof WrittenEntry]: WrittenEntry[K] } & {
  guid: string
  readonly depth: number
  readonly prefix: string
}

/** Counts what an element adds to an entry of a sitemap; such elements have a prefix of their own. */
function takeExtension(draft: Draft, { local, attributes }: XmlElement): void {
  if (local === 'image') draft.images += 1
  else if (local === 'video') draft.videos += 1
  else if (local === 'news') draft.isNews = true
  else if (local === 'link' && attributes['hreflang'] !== undefined) {
    if ((attributes['rel'] ?? 'alternate') === 'alternate') draft.alternates += 1
  }
}

/** Sitemaps, indexes of them, and feeds. Names are told apart by their prefixes, not by namespaces,
 *  which many files forget to declare.
 *  @param baseUrl what a feed's relative addresses are resolved against */
export function readXml(
  baseUrl: string,
  limits: SitemapLimits,
  tally: Tally,
  complaints: Complaints,
): Reading {
  const children: SitemapChild[] = []
  let childCount = 0
  let dialect: Dialect | null = null
  /** Entries that were begun, good or not. */
  let entries = 0
  let entry: Draft | null = null
  let field: Field | null = null
  let text = ''

  const xml = readBoundedXml(complaints, {
    open(element) {
      if (element.depth === 1) dialect = dialectOf(element)
      if (dialect === null) return
      if (entry !== null) openInEntry(dialect, entry, element)
      else if (element.local === dialect.entry) entry = begin(element)
    },
    text(piece) {
      if (field !== null && text.length < MAX_FIELD) text += piece.slice(0, MAX_FIELD)
    },
    close(depth) {
      if (dialect === null || entry === null) return
      if (field !== null && depth === entry.depth + 1) takeField(dialect, entry, field)
      if (depth !== entry.depth) return
      finishEntry(dialect, entry)
      entry = null
    },
  })

  function dialectOf({ local }: XmlElement): Dialect {
    const found = DIALECTS.get(local)
    if (found !== undefined) return found
    return xml.stop(`<${local.slice(0, 60)}> is no element that a sitemap or feed begins with.`)
  }

  function begin({ depth, prefix }: XmlElement): Draft {
    entries += 1
    if (entries > limits.urls) {
      const limit = limits.urls.toLocaleString('en')
      xml.stop(`it holds more than ${limit} addresses; the rest was not read.`)
    }
    return { ...NOTHING_WRITTEN, isOfFeed: dialect?.type !== 'urlset', guid: '', depth, prefix }
  }

  function openInEntry({ type, fields }: Dialect, draft: Draft, element: XmlElement): void {
    const { prefix, local, depth, attributes } = element
    if (prefix !== draft.prefix) {
      takeExtension(draft, element)
      return
    }
    if (depth !== draft.depth + 1) return
    if (type === 'atom' && local === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate') {
      if (draft.loc === '') draft.loc = attributes['href']?.trim() ?? ''
    }
    const named = fields[local] ?? null
    // A guid is an address unless it says that it is none.
    field = named === 'guid' && attributes['isPermaLink'] === 'false' ? null : named
    text = ''
  }

  function takeField({ type }: Dialect, draft: Draft, named: Field): void {
    if (draft[named] === '') draft[named] = text.trim()
    else if (type === 'urlset') xml.complain(`<url> has more than one <${named}>.`)
    field = null
  }

  function finishEntry({ type, entry: name }: Dialect, draft: Draft): void {
    if (type === 'index') {
      addChild(draft)
      return
    }
    const written = draft.loc === '' ? draft.guid : draft.loc
    const loc = type === 'urlset' ? written : (URL.parse(written, baseUrl)?.href ?? written)
    const problem = tally.add({ ...draft, loc: written === '' ? '' : loc })
    if (problem !== null) xml.complain(`<${name}> ${problem}.`)
  }

  function addChild({ loc, lastmod }: Draft): void {
    const url = URL.parse(loc)
    if (url === null || !/^https?:$/.test(url.protocol)) {
      xml.complain('<sitemap> has no absolute http or https URL.')
      return
    }
    childCount += 1
    if (children.length >= limits.keptChildren) return
    children.push({ url: url.href, lastmod: lastmod.slice(0, MAX_LASTMOD) || null })
  }

  return {
    write: xml.write,
    end: xml.end,
    finish: () => ({ type: dialect?.type ?? null, children, childCount }),
  }
}
