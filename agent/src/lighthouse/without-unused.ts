import { registerHooks } from 'node:module'

/** Modules that Lighthouse loads whole for the little of them that it uses: its messages in fifty languages (14 MB, parsed),
 *  which it does without in English, and a library of 640 functions, of which it calls three. */
const INSTEAD: readonly (readonly [end: string, source: string])[] = [
  ['/lighthouse/shared/localization/locales.js', 'export const locales = {}'],
  [
    '/lodash-es/lodash.js',
    ['get', 'isEqual', 'set']
      .map((name) => `export { default as ${name} } from './${name}.js'`)
      .join('\n'),
  ],
]

/** Loads Lighthouse without them. One that calls more of the library does not load, which its tests tell.
 *  @param load imports it */
export async function withoutUnused<T>(load: () => Promise<T>): Promise<T> {
  const hooks = registerHooks({
    load(url, context, next) {
      const found = INSTEAD.find(([end]) => url.endsWith(end))
      if (found === undefined) return next(url, context)
      return { format: 'module', source: found[1], shortCircuit: true }
    },
  })
  try {
    return await load()
  } finally {
    hooks.deregister()
  }
}
