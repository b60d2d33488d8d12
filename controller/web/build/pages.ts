import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { CHOSEN_READS, FIRST_READS } from '../src/data/first-reads.ts'

type Bundle = Rolldown.OutputBundle

/** A page with what it is begun with. */
interface BuiltPage {
  /** As the router knows it: `/monitors/$monitorId`. */
  readonly path: string
  /** Its scripts beyond those that every page begins with. */
  readonly scripts: readonly string[]
  /** What it asks the API for at once. */
  readonly reads: readonly string[]
  /** What it asks for instead where a person chose so: that choice's cookie, and the reads by its value. */
  readonly chosen?: { readonly cookie: string; readonly reads: Record<string, readonly string[]> }
}

const ROUTE = /(?:page|open)\('([^']+)', \(\) => import\('\.\/(routes\/[^']+)'\)\)/g
/** The letters of the app's own words; others are fetched when a text has them. */
const FONT = /inter-latin-wght-normal[^/]*\.woff2$/

function withImports(bundle: Bundle, names: readonly string[], known = new Set<string>()) {
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || known.has(name)) continue
    known.add(name)
    withImports(bundle, chunk.imports, known)
  }
  return known
}

function pagesOf(bundle: Bundle, router: string): BuiltPage[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const begun = withImports(
    bundle,
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  )
  return [...router.matchAll(ROUTE)].map(([, path = '', file = '']) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${file}`))
    if (chunk === undefined) throw new Error(`the build has no script of the page ${path}`)
    const scripts = [...withImports(bundle, [chunk.fileName])].filter((name) => !begun.has(name))
    const chosen = CHOSEN_READS[path]
    return {
      path,
      scripts,
      reads: FIRST_READS[path] ?? [],
      ...(chosen === undefined ? {} : { chosen }),
    }
  })
}

/** Writes down what each page is begun with (`pages.json`), so that the controller can have the browser fetch it along
 *  with the document, and has the letters fetched before the styles ask for them. */
export function pages(sources: string): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => FONT.test(name))
        if (font === undefined) throw new Error('the build has no font')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
        return {
          // The frame is painted with the styles: those go before.
          html: html.replaceAll(
            '<script type="module"',
            '<script type="module" fetchpriority="low"',
          ),
          tags: [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }],
        }
      },
    },
    generateBundle(_options, bundle) {
      const router = readFileSync(join(sources, 'router.tsx'), 'utf8')
      const source = JSON.stringify(pagesOf(bundle, router))
      this.emitFile({ type: 'asset', fileName: 'pages.json', source })
    },
  }
}
