import { getDomain } from 'tldts'

/** The domain that a host's owner has registered, or was given by a hoster ("me.github.io"); the host
 *  itself where there is none, as for addresses and single names. */
export function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** Whether two addresses belong to one owner, as far as names can tell. The scheme does not matter.
 *  Source: publicsuffix.org; HTML, "schemelessly same site" */
export function isSameSite(one: URL, other: URL): boolean {
  return one.hostname === other.hostname || siteOf(one.hostname) === siteOf(other.hostname)
}
