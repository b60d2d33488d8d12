/** A page of the app with what it is begun with, as the build writes it down. */
export interface BuiltPage {
  /** Its path in the app's router: `/monitors/$monitorId`. */
  readonly path: string
  /** Its scripts beyond those that stand in the document. */
  readonly scripts: readonly string[]
  /** What it asks the API for at once, with the parameters of its path. */
  readonly reads: readonly string[]
  /** What it asks for instead where a person chose so. */
  readonly chosen?: {
    /** That the choice is in. */
    readonly cookie: string
    readonly reads: Readonly<Record<string, readonly string[]>>
  }
}

/** Who asks for a document, as far as its cookies tell. */
export interface Visitor {
  /** Whether there is a session's cookie: without one the page to sign in is shown. */
  readonly isSignedIn: boolean
  /** By their names. */
  readonly cookies: ReadonlyMap<string, string>
}

const SIGN_IN = '/sign-in'
const WHO = '/api/v1/me'
/** Ids, and nothing that could be anything else in a document. */
const ID = /^[\w-]{1,64}$/

interface Page extends BuiltPage {
  readonly names: readonly string[]
}

/** Parameters of a path that is of the page; null: it is of another. */
function parametersOf(page: Page, path: string): ReadonlyMap<string, string> | null {
  const given = path.split('/')
  if (given.length !== page.names.length) return null
  const parameters = new Map<string, string>()
  for (const [index, name] of page.names.entries()) {
    const value = given[index] ?? ''
    if (name.startsWith('$')) parameters.set(name, value)
    else if (name !== value) return null
  }
  return [...parameters.values()].every((value) => ID.test(value)) ? parameters : null
}

function filledIn(read: string, parameters: ReadonlyMap<string, string>): string {
  const [path = '', query] = read.split('?')
  const filled = path.split('/').map((name) => parameters.get(name) ?? name)
  return [filled.join('/'), ...(query === undefined ? [] : [query])].join('?')
}

/** What the page is painted with first, its styles, goes before. */
const script = (file: string): string =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`
const answer = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}">`

function readsOf({ reads, chosen }: Page, { cookies }: Visitor): readonly string[] {
  if (chosen === undefined) return reads
  const choice = cookies.get(chosen.cookie) ?? ''
  return Object.hasOwn(chosen.reads, choice) ? (chosen.reads[choice] ?? reads) : reads
}

/** Links for the head of the app's document: the scripts and answers that its page is begun with come along with the
 *  document, in place of one after the other. Pure.
 *  @returns of an address: its path, and whether more stands in it, which other answers are for */
export function createBeginnings(
  built: readonly BuiltPage[],
): (path: string, hasQuery: boolean, visitor: Visitor) => string {
  const pages = built.map((page) => ({ ...page, names: page.path.split('/') }))
  return (path, hasQuery, visitor) => {
    const { isSignedIn } = visitor
    const shown = isSignedIn ? path : SIGN_IN
    for (const page of pages) {
      const parameters = parametersOf(page, shown)
      if (parameters === null) continue
      const own = hasQuery ? [] : readsOf(page, visitor).map((read) => filledIn(read, parameters))
      const reads = isSignedIn && page.path !== SIGN_IN ? [WHO, ...own] : []
      return [...page.scripts.map(script), ...reads.map(answer)].join('')
    }
    return ''
  }
}
