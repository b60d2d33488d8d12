import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Puts text behind each place in a file where a line of the family stands. */
export function addLines(file: string, lines: Readonly<Record<string, string>>): void {
  const before = readFileSync(file, 'utf8')
  const after = Object.entries(lines).reduce((text, [at, line]) => {
    expect(text.split(at)).toHaveLength(2)
    return text.replace(at, () => at + line)
  }, before)
  writeFileSync(file, after)
}

/** The programs' sources, beside the packages they use. */
export function copyOfSources(): string {
  const folder = temporaryFolder()
  for (const program of ['shared', 'agent', 'controller']) {
    cpSync(join(ROOT, program, 'src'), join(folder, program, 'src'), { recursive: true })
    cpSync(join(ROOT, program, 'package.json'), join(folder, program, 'package.json'))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const config = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'))
  // The link leads to the sources that were copied.
  config.compilerOptions.paths = { '@sightline/shared/*': ['./shared/src/*.ts'] }
  config.include = ['shared/src', 'agent/src', 'controller/src']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return folder
}

/** @returns what the type check says, a line an error, without the indented reasons of it */
export async function typeCheck(folder: string): Promise<string[]> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  // It tidies its memory seldom, for a third less of that time.
  const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024, env: { ...process.env, GOGC: '400' } }
  // Several checkers at once find the same for twice the processor time, which other tests wait for.
  const words = ['--noEmit', '--pretty', 'false', '--singleThreaded']
  const run = promisify(execFile)(tsc, words, options)
  const output = await run.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; message: string }) => error.stdout ?? error.message,
  )
  return output.split('\n').filter((line) => /^\S/.test(line))
}
