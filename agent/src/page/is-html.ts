import type { Headers } from '../gather/artifacts.ts'
import { headerValue } from '../gather/header-value.ts'

/** Whether an answer says that it is HTML, or says nothing. */
export function isHtml(headers: Headers): boolean {
  const type = headerValue(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return type === '' || type === 'text/html' || type === 'application/xhtml+xml'
}
