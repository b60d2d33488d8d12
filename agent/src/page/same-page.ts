/** Whether two addresses name the same page: a fragment is no part of that.
 *  @param reference resolved against `baseUrl`; one that is no address is no page */
export function isSamePage(reference: string, url: string, baseUrl: string = url): boolean {
  const parsed = URL.parse(reference, baseUrl)
  return parsed !== null && withoutFragment(parsed.href) === withoutFragment(url)
}

function withoutFragment(url: string): string {
  const at = url.indexOf('#')
  return at === -1 ? url : url.slice(0, at)
}
