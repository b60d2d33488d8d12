/** @param url absolute and normalised */
export function isHttps(url: string): boolean {
  return url.startsWith('https:')
}
