import { hash } from 'node:crypto'

/** 16 bytes of a text's SHA-256, as the database's type of that size. With a million addresses two meet once in
 *  10^26 sites. */
export function digestOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** What addresses have in common that a program may make without end: path and names of parameters, else the
 *  path without its digits. null where there are neither parameters nor digits.
 *  @param url as `crawlUrl` writes it */
export function patternOf(url: string | URL): string | null {
  const { host, pathname, search } = typeof url === 'string' ? new URL(url) : url
  const path = host + pathname.replaceAll(/\d+/g, '#')
  if (search === '') return path === host + pathname ? null : digestOf(path)
  const names = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
  return digestOf(`${host}${pathname}?${names.sort().join('&')}`)
}
