/** Where a page sends its visitors to after a while. */
export interface Refresh {
  readonly delaySeconds: number
  /** As written. */
  readonly url: string
}

/** Longer content is no refresh of anyone. */
const MAX_CONTENT = 20_000

const WHITE = '[\\t\\n\\f\\r ]*'
/** Time, separator, and what follows. */
const TIME = new RegExp(
  `^${WHITE}(\\d*)(?:\\.[\\d.]*)?(?:${WHITE}[;,]${WHITE}|[\\t\\n\\f\\r ]+)([^]+)$`,
)
const URL_WORD = new RegExp(`^url${WHITE}=${WHITE}`, 'i')

/** Reads the content of a meta refresh, or the value of a Refresh header.
 *  @returns null where it only loads the page again, or says nothing
 *  Source: HTML standard, section 4.2.5.3, "shared declarative refresh steps" */
export function readRefresh(content: string): Refresh | null {
  const [, digits = '', target = ''] = TIME.exec(content.slice(0, MAX_CONTENT)) ?? []
  // ".5; url=..." is half a second, "; url=..." says no time.
  if (digits === '' && !/^[\t\n\f\r ]*\./.test(content)) return null
  const address = target.replace(URL_WORD, '')
  const [quote = ''] = /^["']/.exec(address) ?? []
  const end = quote === '' ? -1 : address.indexOf(quote, 1)
  const url = address.slice(quote.length, end === -1 ? undefined : end).trim()
  return url === '' ? null : { delaySeconds: Number(digits), url }
}
