/** What puppeteer throws when Chrome does not answer for a page. */
const PUPPETEER_ERRORS = new Set(['ProtocolError', 'TargetCloseError', 'TimeoutError'])
/** What Lighthouse calls the same. */
const NO_ANSWER = 'PROTOCOL_TIMEOUT'

/** Lighthouse's code for an error that the page is to blame for, such as `PAGE_HUNG`; null for any other
 *  error, which is a bug. */
export function pageErrorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (PUPPETEER_ERRORS.has(error.name)) return NO_ANSWER
  const isLighthouses = error.name === 'LighthouseError' && 'code' in error
  return isLighthouses && typeof error.code === 'string' ? error.code : null
}
