import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** Where an @import leads: to a file beside it, or to the stylesheet of a package. */
function fileOf(id: string, base: string): string {
  if (id.startsWith('.')) return join(base, id)
  return require.resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id)
}

/** Everything in the sources that may be a class name: whatever is none makes no style. */
function candidatesOf(folder: string): { files: string[]; words: string[] } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
  const words = new Set(
    files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/[\s"'`{}]+/)
        .filter(Boolean),
    ),
  )
  return { files, words: [...words] }
}

/** Styles of the class names in the sources. Tailwind's own plugin looks for them with a program for each platform,
 *  of which not every registry has every one; for a few hundred files this takes 20 ms.
 *  @param sources folder of what names classes */
export function tailwind(sources: string): Plugin {
  return {
    name: 'tailwind',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('.css') || !code.includes("'tailwindcss'")) return null
      const { files, words } = candidatesOf(sources)
      for (const file of files) this.addWatchFile(file)
      const styles = await compile(code, {
        base: dirname(id),
        loadStylesheet: (wanted, base) => {
          const path = fileOf(wanted, base)
          return Promise.resolve({
            path,
            base: dirname(path),
            content: readFileSync(path, 'utf8'),
          })
        },
      })
      return { code: styles.build(words), map: null }
    },
  }
}
