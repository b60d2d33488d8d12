import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { jsonDepth, MAX_JSON_DEPTH } from './json-depth.ts'
import { FileProblem } from './reading.ts'

/** A file that is to be read. Each form is made when it is asked for first. */
export interface SourceFile {
  readonly path: string
  /** Its first bytes. */
  readonly head: () => Buffer
  /** @throws FileProblem when it is no text */
  readonly text: () => string
  /** @throws FileProblem when it is no JSON, or nested too deep */
  readonly json: () => unknown
}

/** Largest text in bytes. Databases are not read as a whole. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024

const HEAD_BYTES = 64

/** Opens a file for the readers. */
export function openSourceFile(path: string): SourceFile {
  const bytes = once(() => {
    const { size } = statSync(path)
    if (size > MAX_TEXT_BYTES) {
      throw new FileProblem(`The file is larger than ${MAX_TEXT_BYTES} bytes (64 MiB).`)
    }
    return readFileSync(path)
  })
  const text = once(() => decode(bytes()))
  return {
    path,
    head: () => readHead(path),
    text,
    json: once(() => parseJson(text())),
  }
}

/** A file that is in memory already. */
export function sourceText(text: string): SourceFile {
  return {
    path: '',
    head: () => Buffer.from(text).subarray(0, HEAD_BYTES),
    text: () => text,
    json: once(() => parseJson(text)),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const file = openSync(path, 'r')
  try {
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileProblem(
      'The file is neither a database nor text in UTF-8: save it as UTF-8 and send it again.',
    )
  }
}

function parseJson(text: string): unknown {
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    throw new FileProblem(`The JSON is nested more than ${MAX_JSON_DEPTH} levels deep.`)
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new FileProblem('The file is not valid JSON: it may be cut off, or edited by hand.')
  }
}
