/** One expression of a source list, taken apart as far as it can be compared. */
export interface SourceExpression {
  readonly text: string
  /** "https:" is a scheme, what is in quotes a keyword, the rest hosts. */
  readonly kind: 'any' | 'keyword' | 'scheme' | 'host'
  /** Without its colon; null where none is named. */
  readonly scheme: string | null
  readonly host: string
  readonly port: string
  readonly path: string
}

const HOST_SOURCE = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/s

/** Reads an expression in lower case. What is no expression at all is a keyword nobody knows.
 *  Source: CSP Level 3, section 2.3.1 */
export function readSource(text: string): SourceExpression {
  const nothing = { text, scheme: null, host: '', port: '', path: '' }
  if (text === '*') return { ...nothing, kind: 'any' }
  if (text.startsWith("'")) return { ...nothing, kind: 'keyword' }
  if (/^[a-z][a-z\d+.-]*:$/.test(text))
    return { ...nothing, kind: 'scheme', scheme: text.slice(0, -1) }
  const [, scheme = null, host = '', port = '', path = ''] = HOST_SOURCE.exec(text) ?? []
  return host === ''
    ? { ...nothing, kind: 'keyword' }
    : { text, kind: 'host', scheme, host, port, path }
}

const NETWORK_SCHEMES = new Set(['http', 'https', 'ws', 'wss', 'ftp'])

/** Whether what one scheme allows is within what another does: a policy that allows http allows https
 *  too. Source: CSP Level 3, section 6.7.2.9 */
function coversScheme(wide: string, narrow: string): boolean {
  if (wide === narrow) return true
  return (wide === 'http' && narrow === 'https') || (wide === 'ws' && narrow === 'wss')
}

function coversHost(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === '*') return true
  return wide.startsWith('*.') && narrow.endsWith(wide.slice(1))
}

function coversPath(wide: string, narrow: string): boolean {
  if (wide === '' || wide === narrow) return true
  return wide.endsWith('/') && narrow.startsWith(wide)
}

/** Whether everything that one host allows is allowed by another too. What names no scheme has that of
 *  the page, which is taken for https. */
function coversHostSource(wide: SourceExpression, narrow: SourceExpression): boolean {
  const isSchemeWithin =
    wide.scheme === null
      ? narrow.scheme === null || coversScheme('https', narrow.scheme)
      : coversScheme(wide.scheme, narrow.scheme ?? wide.scheme)
  return (
    isSchemeWithin &&
    coversHost(wide.host, narrow.host) &&
    (wide.port === narrow.port || wide.port === '*') &&
    coversPath(wide.path, narrow.path)
  )
}

/** Whether everything that one expression allows is allowed by another too. */
export function covers(wide: SourceExpression, narrow: SourceExpression): boolean {
  if (wide.text === narrow.text) return true
  if (wide.kind === 'keyword' || narrow.kind === 'any') return false
  if (narrow.kind === 'keyword' && narrow.text !== "'self'") return false
  if (wide.kind === 'any') return narrow.scheme === null || NETWORK_SCHEMES.has(narrow.scheme)
  if (wide.kind === 'scheme') {
    const named = narrow.scheme
    return named === null
      ? wide.scheme === 'http' || wide.scheme === 'https'
      : coversScheme(wide.scheme ?? '', named)
  }
  return narrow.kind === 'host' && coversHostSource(wide, narrow)
}
