/** Whether an address is on the page's own site: same host and port, whatever its scheme, a leading "www."
 *  ignored. What has no host (mailto:, data:) is never internal.
 *  Source: design, "links" and section 4 */
export function isInternal(url: string | URL, pageUrl: string | URL): boolean {
  const site = siteOf(url)
  return site !== null && site === siteOf(pageUrl)
}

/** Host and port that make a site; null for an address without a host. */
function siteOf(url: string | URL): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : url
  return parsed === null || parsed.host === '' ? null : siteOfHost(parsed.host)
}

/** The site that a host with its port is of. */
export function siteOfHost(host: string): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : host
}
