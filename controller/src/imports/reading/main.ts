import { writeSync } from 'node:fs'
import type { FormatName } from '../format-names.ts'
import { FORMATS, formatOf } from './formats/index.ts'
import { FileProblem } from './reading.ts'
import { openSourceFile } from './source-file.ts'
import type { ReadLine } from './write-reading.ts'
import { linesOf } from './write-reading.ts'

/** Lines are written some at a time. */
const CHUNK_CHARACTERS = 256 * 1024
const STDOUT = 1

/** A program of its own, which may be ended at any time: reads the file that its first argument names, as the format
 *  of the second ("auto": whichever it is), and writes what it holds as lines of JSON. */
async function main([path = '', word = 'auto']: readonly string[]): Promise<void> {
  let chunk = ''
  for await (const line of readLines(path, word)) {
    chunk += `${JSON.stringify(line)}\n`
    if (chunk.length < CHUNK_CHARACTERS) continue
    write(chunk)
    chunk = ''
  }
  write(chunk)
}

async function* readLines(path: string, word: string): AsyncGenerator<ReadLine> {
  try {
    const file = openSourceFile(path)
    const format = word === 'auto' ? formatOf(file) : (word as FormatName)
    yield* linesOf(format, await FORMATS[format].read(file))
  } catch (error: unknown) {
    if (!(error instanceof FileProblem)) throw error
    yield { kind: 'problem', message: error.message }
  }
}

/** Waits for the reader: a pipe takes 64 kB at a time. */
function write(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(STDOUT, bytes, at)
}

await main(process.argv.slice(2))
