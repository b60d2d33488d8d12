import type { Path } from './read-source.ts'

/** "$${" stands for "${", and "${NAME}" for what the environment has by this name. */
const PLACE = /\$\$\{|\$\{([A-Z_][A-Z0-9_]*)\}/g
const WHOLE = /^\$\{([A-Z_][A-Z0-9_]*)\}$/

/** A place where the environment has nothing to put in. */
interface MissingVariable {
  readonly path: Path
  readonly message: string
}

/** Puts values of the environment into the texts of a document, so that files hold no secrets. Pure.
 *  @param isExport what was typed elsewhere may hold anything: there only a text that is nothing but a name is one
 *  @returns the value, where something was put in, and what is missing */
export function substitute(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  isExport: boolean,
): {
  readonly value: unknown
  readonly filled: readonly Path[]
  readonly missing: readonly MissingVariable[]
} {
  const missing: MissingVariable[] = []
  const filled: Path[] = []
  const read = (name: string, path: Path): string => {
    const found = environment[name]
    filled.push(path)
    // A CI gives secrets that it does not have as empty texts.
    if (found !== undefined && found !== '') return found
    const state = found === undefined ? 'is not set' : 'is empty'
    missing.push({ path, message: `The environment variable ${name} ${state}.` })
    return ''
  }
  const textOf = (text: string, path: Path): string => {
    if (isExport) return text.replace(WHOLE, (_, name: string) => read(name, path))
    return text.replaceAll(PLACE, (_, name: string | undefined) =>
      name === undefined ? '${' : read(name, path),
    )
  }
  return { value: mapTexts(value, textOf, []), filled, missing }
}

function mapTexts(value: unknown, change: (text: string, path: Path) => string, at: Path): unknown {
  if (typeof value === 'string') return change(value, at)
  if (Array.isArray(value))
    return value.map((each, index) => mapTexts(each, change, [...at, index]))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    mapTexts(each, change, [...at, name]),
  ])
  return Object.fromEntries(entries)
}
