import type { SaxesTagPlain } from 'saxes'
import { SaxesParser } from 'saxes'
import { createAmpersandFinder } from './bare-ampersands.ts'
import type { Complaints } from './complaints.ts'
import type { Reading } from './reading.ts'
import type { SitemapChild, SitemapLimits, SitemapType } from './sitemap-file.ts'
import type { Tally, WrittenEntry } from './tally.ts'
import { NOTHING_WRITTEN } from './tally.ts'

/** No sitemap or feed is nested deeper, and no element of theirs has more attributes. */
const MAX_DEPTH = 50
const MAX_ATTRIBUTES = 200
/** Longest text of a field that is kept, in characters; more than the longest address. */
const MAX_FIELD = 4_096

/** Longest name, value, comment, text or DTD, in characters: the parser keeps each as a whole. */
const MAX_TOKEN = 1024 * 1024

/** Most tags and texts of a file; one of 50 MB that holds addresses and links has fewer. */
const MAX_EVENTS = 3_000_000

/** What stands for one address in each kind of file, and the fields read of it. */
interface Dialect {
  readonly type: Exclude<SitemapType, 'text'>
  /** Name of the element of an entry. */
  readonly entry: string
  readonly fields: Readonly<Record<string, Field>>
}

type Field = 'loc' | 'lastmod' | 'changefreq' | 'priority' | 'guid'

const FEED_FIELDS = { link: 'loc', guid: 'guid', pubDate: 'lastmod' } as const
const DIALECTS: Readonly<Record<string, Dialect>> = {
  urlset: {
    type: 'urlset',
    entry: 'url',
    fields: { loc: 'loc', lastmod: 'lastmod', changefreq: 'changefreq', priority: 'priority' },
  },
  sitemapindex: {
    type: 'index',
    entry: 'sitemap',
    fields: { loc: 'loc', lastmod: 'lastmod' },
  },
  rss: { type: 'rss', entry: 'item', fields: FEED_FIELDS },
  RDF: { type: 'rss', entry: 'item', fields: FEED_FIELDS },
  feed: { type: 'atom', entry: 'entry', fields: { updated: 'lastmod' } },
}

/** Thrown within the parser's handlers to end the reading. */
class Stop extends Error {
  override readonly name = 'Stop'
}

/** An entry that is being read. */
type Draft = { -readonly [K in keyof WrittenEntry]: WrittenEntry[K] } & {
  guid: string
  readonly depth: number
  readonly prefix: string
}

function namesOf(tag: string): { prefix: string; local: string } {
  const colon = tag.indexOf(':')
  return { prefix: tag.slice(0, Math.max(colon, 0)), local: tag.slice(colon + 1) }
}

/** Sitemaps, indexes of them, and feeds. Names are told apart by their prefixes, not by namespaces,
 *  which many files forget to declare. Nothing of a DTD is used, so no entity but XML's own five.
 *  @param baseUrl what a feed's relative addresses are resolved against */
export function readXml(
  baseUrl: string,
  limits: SitemapLimits,
  tally: Tally,
  complaints: Complaints,
): Reading {
  const parser = new SaxesParser({ position: true })
  const children: SitemapChild[] = []
  let childCount = 0
  let dialect: Dialect | null = null
  let depth = 0
  let attributes = 0
  let entry: Draft | null = null
  let field: Field | null = null
  let text = ''
  /** Characters since the parser last told of anything. */
  let silence = 0
  let events = 0
  /** Entries that were begun, good or not. */
  let entries = 0

  function complain(sentence: string): void {
    complaints.add(`Line ${parser.line}: ${sentence}`)
  }

  function stop(sentence: string): never {
    complain(sentence)
    throw new Stop()
  }

  function openRoot(local: string): void {
    dialect = DIALECTS[local] ?? null
    if (dialect !== null) return
    stop(
      local.toLowerCase() === 'html'
        ? 'this is an HTML page, no sitemap.'
        : `<${local.slice(0, 60)}> is no element that a sitemap or feed begins with.`,
    )
  }

  function openInEntry(draft: Draft, { name, attributes: values }: SaxesTagPlain): void {
    const { prefix, local } = namesOf(name)
    if (prefix !== draft.prefix || dialect?.type === 'atom') {
      if (local === 'image' && prefix !== '') draft.images += 1
      else if (local === 'video' && prefix !== '') draft.videos += 1
      else if (local === 'news' && prefix !== '') draft.isNews = true
      else if (local === 'link') openLink(draft, prefix, values)
    }
    if (depth !== draft.depth + 1 || prefix !== draft.prefix) return
    const named = dialect?.fields[local] ?? null
    // A guid is an address unless it says that it is none.
    field = named === 'guid' && values['isPermaLink'] === 'false' ? null : named
    text = ''
  }

  function openLink(draft: Draft, prefix: string, values: Record<string, string>): void {
    const rel = values['rel'] ?? 'alternate'
    if (dialect?.type === 'urlset') {
      if (rel === 'alternate' && values['hreflang'] !== undefined) draft.alternates += 1
    } else if (dialect?.type === 'atom' && prefix === draft.prefix && depth === draft.depth + 1) {
      if (rel === 'alternate' && draft.loc === '') draft.loc = values['href'] ?? ''
    }
  }

  function takeField(draft: Draft, named: Field): void {
    const value = text.trim()
    // The first one counts; of feeds' dates the later one would be that of an edit.
    if (draft[named] === '') draft[named] = value
    else if (dialect?.type === 'urlset') complain(`<url> has more than one <${named}>.`)
  }

  function closeEntry(draft: Draft): void {
    if (dialect?.type === 'index') {
      addChild(draft)
      return
    }
    const isFeed = dialect?.type === 'rss' || dialect?.type === 'atom'
    const written = draft.loc === '' ? draft.guid : draft.loc
    const loc = isFeed ? (URL.parse(written, baseUrl)?.href ?? written) : written
    const problem = tally.add({ ...draft, loc })
    if (problem !== null) complain(`<${dialect?.entry}> ${problem}.`)
  }

  function addChild({ loc, lastmod }: Draft): void {
    const url = loc.length > MAX_FIELD ? null : URL.parse(loc)
    if (url === null || !/^https?:$/.test(url.protocol)) {
      complain('<sitemap> has no absolute http or https URL.')
      return
    }
    childCount += 1
    if (children.length < limits.keptChildren) {
      children.push({ url: url.href, lastmod: lastmod === '' ? null : lastmod.slice(0, 50) })
    }
  }

  const hear = (): void => {
    silence = 0
    events += 1
    if (events > MAX_EVENTS) stop('it holds too much; the rest was not read.')
  }
  parser.on('comment', hear)
  parser.on('processinginstruction', hear)
  parser.on('opentagstart', ({ name }) => {
    hear()
    depth += 1
    attributes = 0
    if (depth > MAX_DEPTH) stop(`elements are nested more than ${MAX_DEPTH} deep.`)
    const { prefix, local } = namesOf(name)
    if (depth === 1) openRoot(local)
    if (entry !== null || local !== dialect?.entry) return
    entries += 1
    if (entries > limits.urls)
      stop(
        `it holds more than ${limits.urls.toLocaleString('en')} addresses; the rest was not read.`,
      )
    entry = { ...NOTHING_WRITTEN, guid: '', depth, prefix }
  })
  parser.on('attribute', () => {
    silence = 0
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) stop(`an element has more than ${MAX_ATTRIBUTES} attributes.`)
  })
  parser.on('opentag', (tag) => {
    if (entry !== null && depth > entry.depth) openInEntry(entry, tag as SaxesTagPlain)
  })
  const takeText = (piece: string): void => {
    hear()
    if (field !== null && text.length < MAX_FIELD) text += piece.slice(0, MAX_FIELD)
  }
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  parser.on('closetag', () => {
    hear()
    if (entry !== null && field !== null && depth === entry.depth + 1) {
      takeField(entry, field)
      field = null
    }
    if (entry !== null && depth === entry.depth) {
      closeEntry(entry)
      entry = null
    }
    depth -= 1
  })
  parser.on('error', ({ message }) => {
    const problem = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    stop(`the XML is broken: ${problem}. What follows was not read.`)
  })

  function attempt(action: () => void): boolean {
    try {
      action()
      return true
    } catch (error) {
      if (error instanceof Stop) return false
      throw error
    }
  }

  /** Text after the last tag: it may go on in the next piece. */
  let rest = ''
  const bareAmpersands = createAmpersandFinder()

  /** @param markup whole tags and the text between them */
  function parse(markup: string): void {
    silence += markup.length
    let from = 0
    for (const at of bareAmpersands(markup)) {
      parser.write(markup.slice(from, at))
      complain('an "&" is not written as "&amp;".')
      parser.write('&amp;')
      from = at + 1
    }
    parser.write(markup.slice(from))
  }

  function take(piece: string): void {
    const tags = piece.lastIndexOf('>') + 1
    if (tags > 0) parse(rest + piece.slice(0, tags))
    rest = tags > 0 ? piece.slice(tags) : rest + piece
    if (Math.max(silence, rest.length) > MAX_TOKEN) {
      stop('a piece of text or markup is longer than 1 MB.')
    }
  }

  function end(): void {
    parse(rest)
    parser.close()
  }

  return {
    write: (piece) => attempt(() => take(piece)),
    end: () => void attempt(end),
    finish: () => ({ type: dialect?.type ?? null, children, childCount }),
  }
}
