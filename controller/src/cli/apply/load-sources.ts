import { readFile, stat } from 'node:fs/promises'
import type { Entry, Problem } from '../../apply/entry.ts'
import { problemAt } from '../../apply/entry.ts'
import { readDocument } from '../../apply/read-document.ts'
import { unstorableText } from '../../input/storable-text.ts'
import { mergeSources } from './merge-sources.ts'
import type { MergedSources } from './merge-sources.ts'
import type { Source } from './read-source.ts'
import { MAX_SOURCE_BYTES, readSource } from './read-source.ts'
import { SourceError } from './source-problem.ts'
import { substitute } from './substitute.ts'

/** Reads files, puts values of the environment in, and makes one document of them.
 *  @param paths "-" is standard input
 *  @throws SourceError with everything that is wrong with their form */
export async function loadSources(
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MergedSources> {
  const sources: Source[] = []
  for (const path of paths) sources.push(...readSource(path, await textOf(path)))
  const filled = sources.map((source) => fill(source, environment))
  const missing = filled.flatMap((each) => each.missing)
  if (missing.length > 0) throw new SourceError(missing)
  const merged = mergeSources(filled.map(({ source }) => source))
  const { problems, entries } = readDocument(merged.document)
  const all = [...problems, ...entries.flatMap(unstorable)]
  if (all.length > 0) throw new SourceError(all.map(merged.locate))
  return merged
}

/** What the database could not hold; of a request the API looks before it is read. */
function unstorable({ at, key, id, body }: Entry): Problem[] {
  const message = unstorableText({ key, id, ...body }, 'field')
  return message === null ? [] : [problemAt(at, message)]
}

function fill(source: Source, environment: Readonly<Record<string, string | undefined>>) {
  const { value: before, file, lineOf } = source
  const isExport = typeof before === 'object' && before !== null && 'format' in before
  const { value, filled, missing } = substitute(before, environment, isExport)
  return {
    source: { ...source, value, filled },
    missing: missing.map(({ path, message }) => ({ file, line: lineOf(path), message })),
  }
}

async function textOf(path: string): Promise<string> {
  const bytes = path === '-' ? await readInput() : await readBounded(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw errorIn(path, 'It is no text in UTF-8.')
  }
}

async function readBounded(path: string): Promise<Uint8Array> {
  const known = await stat(path)
  if (known.isDirectory()) throw errorIn(path, 'It is a folder.')
  if (known.size > MAX_SOURCE_BYTES) throw tooLarge(path)
  return readFile(path)
}

async function readInput(): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MAX_SOURCE_BYTES) throw tooLarge('-')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(path: string): SourceError {
  return errorIn(path, `It is larger than ${MAX_SOURCE_BYTES} bytes (8 MiB): split it.`)
}

function errorIn(file: string, message: string): SourceError {
  return new SourceError([{ file, line: null, message }])
}
