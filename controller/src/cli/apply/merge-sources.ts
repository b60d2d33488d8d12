import type { Problem } from '../../apply/entry.ts'
import type { Path, Source } from './read-source.ts'
import type { SourceProblem } from './source-problem.ts'
import { SourceError } from './source-problem.ts'

type Fields = Readonly<Record<string, unknown>>

/** Several documents as one, as the API takes it. */
export interface MergedSources {
  readonly document: Fields
  /** Where in which file something of the whole is that is wrong. */
  readonly locate: (problem: Problem) => SourceProblem
  /** Whether a field of an entry holds something of the environment, or lies in something that does.
   *  @param at such as "monitors[3]" */
  readonly isFilled: (at: string, field: string) => boolean
}

/** Where an entry of a merged list comes from. */
interface Origin {
  readonly source: Source
  readonly index: number
}

/** Puts lists behind each other; what else is said, such as the set, must be the same everywhere. Pure.
 *  @param sources at least one
 *  @throws SourceError for what is no document, or another set */
export function mergeSources(sources: readonly Source[]): MergedSources {
  const document = new Map<string, unknown>()
  const origins = new Map<string, Origin[]>()
  const saidBy = new Map<string, Source>()
  for (const source of sources) {
    for (const [name, value] of Object.entries(fieldsOf(source))) {
      const before = document.get(name)
      if (Array.isArray(value) && (before === undefined || Array.isArray(before))) {
        const own = origins.get(name) ?? []
        own.push(...value.map((_, index) => ({ source, index })))
        origins.set(name, own)
        document.set(name, [...(before ?? []), ...(value as unknown[])])
      } else if (before === undefined || before === value || isOfExport(name)) {
        document.set(name, value)
      } else throw otherThanBefore(source, name, saidBy.get(name))
      saidBy.set(name, saidBy.get(name) ?? source)
    }
  }
  return {
    document: Object.fromEntries(document),
    locate: (problem) => locate(problem, { sources, origins, saidBy }),
    isFilled(at, field) {
      const found = originOf(at, origins)
      if (found === null) return false
      const here = `${found.list}.${found.origin.index}.${field}.`
      return found.origin.source.filled.some((path) => {
        const place = `${path.join('.')}.`
        return place.startsWith(here) || here.startsWith(place)
      })
    },
  }
}

/** Of exports each tells its own. */
const isOfExport = (name: string): boolean => name === 'exportedAt' || name === 'note'

function fieldsOf(source: Source): Fields {
  const { value, file } = source
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Fields
  const message = 'It must hold lists by name, such as "monitors:".'
  throw new SourceError([{ file, line: source.lineOf([]), message }])
}

function otherThanBefore(source: Source, name: string, other: Source | undefined): SourceError {
  const message = `The field "${name}" is another than in ${other?.file ?? 'another document'}.`
  return new SourceError([{ file: source.file, line: source.lineOf([name]), message }])
}

const ENTRY = /^(\w+)\[(\d+)\]$/

function originOf(
  at: string,
  origins: ReadonlyMap<string, readonly Origin[]>,
): { readonly list: string; readonly origin: Origin } | null {
  const [, list = '', index = ''] = ENTRY.exec(at) ?? []
  const origin = origins.get(list)?.[Number(index)]
  return origin === undefined ? null : { list, origin }
}

function locate(
  { at, field, message }: Problem,
  known: {
    readonly sources: readonly Source[]
    readonly origins: ReadonlyMap<string, readonly Origin[]>
    readonly saidBy: ReadonlyMap<string, Source>
  },
): SourceProblem {
  const found = originOf(at ?? '', known.origins)
  if (found !== null) {
    const { list, origin } = found
    const { source } = origin
    const line = source.lineOf([list, origin.index, ...pathOf(field ?? '')])
    return { file: source.file, line, message }
  }
  const source = known.saidBy.get(field ?? '') ?? known.sources[0]
  return { file: source?.file ?? '', line: source?.lineOf(pathOf(field ?? '')) ?? null, message }
}

/** "components[2].monitor" as a way to it. */
function pathOf(field: string): Path {
  return [...field.matchAll(/[^.[\]]+/g)].map(([part]) =>
    /^\d+$/.test(part) ? Number(part) : part,
  )
}
