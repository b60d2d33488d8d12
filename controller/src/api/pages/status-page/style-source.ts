import { createHash } from 'node:crypto'

/** What a policy says of the one style of a page. */
export function styleSource(style: string): string {
  return `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
