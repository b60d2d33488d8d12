import { tokensOf } from '../white-space.ts'

/** Prefixes that need no declaration, those met on pages. Source: RDFa Core initial context, W3C */
const KNOWN_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['schema', 'http://schema.org/'],
  ['og', 'http://ogp.me/ns#'],
  ['dc', 'http://purl.org/dc/terms/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['dc11', 'http://purl.org/dc/elements/1.1/'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['gr', 'http://purl.org/goodrelations/v1#'],
  ['v', 'http://rdf.data-vocabulary.org/#'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
  ['cc', 'http://creativecommons.org/ns#'],
  ['ctag', 'http://commontag.org/ns#'],
  ['sioc', 'http://rdfs.org/sioc/ns#'],
  ['rev', 'http://purl.org/stuff/rev#'],
  ['wdr', 'http://www.w3.org/2007/05/powder#'],
  ['void', 'http://rdfs.org/ns/void#'],
])

const SCHEMA_ORG = /^https?:\/\/schema\.org\//

/** What names on a part of a page mean. */
export interface NameContext {
  /** Null where terms have no vocabulary. */
  readonly vocabulary: string | null
  /** By prefix in lower case; the page's own before the known ones. */
  readonly prefixes: ReadonlyMap<string, string>
}

export const NO_NAMES: NameContext = { vocabulary: null, prefixes: new Map() }

/** How many prefixes one page may declare. */
const MAX_PREFIXES = 100
/** Longest address of a prefix, in characters: it stands in every name. */
const MAX_ADDRESS = 1_000

/** The prefixes of a `prefix` attribute added to those around it. Source: RDFa Lite 1.1, section 2.4 */
export function withPrefixes(
  around: ReadonlyMap<string, string>,
  declaration: string,
): ReadonlyMap<string, string> {
  const words = tokensOf(declaration.slice(0, 10_000))
  const prefixes = new Map(around)
  for (let at = 0; at + 1 < words.length && prefixes.size < MAX_PREFIXES; at += 2) {
    const [prefix = '', address = ''] = [words[at], words[at + 1]]
    const isPrefix = prefix.endsWith(':') && address.length <= MAX_ADDRESS
    if (isPrefix) prefixes.set(prefix.slice(0, -1).toLowerCase(), address)
  }
  return prefixes
}

/** The full name of a type: a term of the vocabulary, prefix:name, or an address; a term without a
 *  vocabulary stays as written. */
export function typeName(word: string, { vocabulary, prefixes }: NameContext): string {
  const colon = word.indexOf(':')
  if (colon === -1) return vocabulary === null ? word : vocabulary + word
  return expand(word, colon, prefixes)
}

/** The name of a property: bare for a term and for one of schema.org, else in full. */
export function propertyName(word: string, { prefixes }: NameContext): string {
  const colon = word.indexOf(':')
  if (colon === -1) return word
  return expand(word, colon, prefixes).replace(SCHEMA_ORG, '')
}

function expand(word: string, colon: number, prefixes: ReadonlyMap<string, string>): string {
  const prefix = word.slice(0, colon).toLowerCase()
  const address = prefixes.get(prefix) ?? KNOWN_PREFIXES.get(prefix)
  return address === undefined || word.startsWith('//', colon + 1)
    ? word
    : address + word.slice(colon + 1)
}
