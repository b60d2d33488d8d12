import { words } from '../../page/words.ts'

/** Names under which only public bodies, universities, armed forces and treaty organisations may have a
 *  domain, in their own zone or below a country's. */
const CLOSED_ZONE =
  /\.(?:gov|edu|mil|int)$|(?:^|\.)(?:(?:gov|gob|gouv|edu|ac|mil)\.[a-z]{2}|go\.(?:jp|kr|th|id|ke|tz|ug)|gv\.at|govt\.nz|gub\.uy)$/

/** Domains of bodies whose publications others go by, and of what leads to published research. Wikipedia
 *  is none: it names sources, and is not one itself. */
const DOMAINS: ReadonlySet<string> = new Set(
  words(
    'doi.org iso.org iec.ch itu.int w3.org ietf.org rfc-editor.org ieee.org iana.org unicode.org',
    'europa.eu oecd.org un.org imf.org worldbank.org weforum.org',
    'gouv.fr gc.ca canada.ca admin.ch bund.de destatis.de nhs.uk parliament.uk',
    'cochrane.org cochranelibrary.com nature.com science.org thelancet.com nejm.org bmj.com',
    'arxiv.org pubmed.gov jstor.org',
  ),
)

/** Longest name of a host, in characters; an address may hold a longer one all the same. Source: RFC 1035,
 *  section 2.3.4 */
const MAX_HOST = 253

/** Whether a host, or a domain above it, is one of an authoritative source. */
export function isAuthority(host: string): boolean {
  const name = host.replace(/\.$/, '')
  if (name.length > MAX_HOST) return false
  if (CLOSED_ZONE.test(name)) return true
  const labels = name.split('.')
  return labels.some((_, at) => DOMAINS.has(labels.slice(at).join('.')))
}
