/** The host a URL points at, without brackets, for the limit per host; empty when there is none. */
export function hostOf(url: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
  return authority
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
}
