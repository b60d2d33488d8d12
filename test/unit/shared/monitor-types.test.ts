import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')

const DESCRIPTION = `import { z } from 'zod'
import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import { describeType } from './description.ts'
import { hostAndPort } from './target-text.ts'

export const toy = describeType({
  number: MonitorType.TOY,
  does: 'ring bells',
  schemes: { toy: { port: 7 } },
  form: 'toy://host',
  shape: z.strictObject({ isLoud: z.boolean().default(false).describe('Whether it rings loudly.') }),
  rules: () => {},
  timeoutMs: 1_000,
  portOf: ({ port }) => port,
  identityOf: hostAndPort,
  nameOf: (target, { isLoud }) => (isLoud ? target.host.toUpperCase() : target.host),
  example: { url: 'toy://bell.example.com', name: 'Bell', settings: { isLoud: true } },
})
`

const CHECKER = `import { agentFault } from '../outcome/check-outcome.ts'
import type { Checker } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'

export const toyChecker: Checker<'toy'> = {
  type: 'toy',
  hints: {
    pieces: { name: NAMES, connection: [], handshake: [], silence: [], answer: [] },
    otherPorts: () => [],
  },
  run: async ({ settings }) => agentFault(settings.isLoud ? 'It rings.' : 'It is silent.'),
}
`

/** Puts text behind each place in a file where a line of the family stands. */
function addLines(file: string, lines: Readonly<Record<string, string>>): void {
  const before = readFileSync(file, 'utf8')
  const after = Object.entries(lines).reduce((text, [at, line]) => {
    expect(text.split(at)).toHaveLength(2)
    return text.replace(at, () => at + line)
  }, before)
  writeFileSync(file, after)
}

/** The programs' sources, beside the packages they use. */
function copyOfSources(): string {
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

/** @returns what the type check says, a line an error */
async function typeCheck(folder: string): Promise<string[]> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024 }
  const run = promisify(execFile)(tsc, ['--noEmit', '--pretty', 'false'], options)
  const output = await run.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; message: string }) => error.stdout ?? error.message,
  )
  return output.split('\n').filter((line) => line !== '')
}

test('a type of monitor is its number, its description and its checker, and is asked for each', async () => {
  const folder = copyOfSources()
  const at = (file: string): string => join(folder, file)
  addLines(at('shared/src/gen/probe/v1/check_pb.ts'), { 'MAIL: 6,\n': '  TOY: 7,\n' })
  writeFileSync(at('shared/src/monitor-types/toy.ts'), DESCRIPTION)
  addLines(at('shared/src/monitor-types/registry.ts'), {
    "import { tcp } from './tcp.ts'\n": "import { toy } from './toy.ts'\n",
    'ping, dns, mail': ', toy',
  })
  writeFileSync(at('agent/src/checks/toy.ts'), CHECKER)
  const registry = at('agent/src/checks/index.ts')
  // What the registry of checkers would be without it.
  cpSync(registry, at('agent/src/checks/forgetful.ts'))
  addLines(registry, {
    "import { tcpChecker } from './tcp.ts'\n": "import { toyChecker } from './toy.ts'\n",
    'mail: mailChecker,\n': '  toy: toyChecker,\n',
  })
  expect(await typeCheck(folder)).toEqual([
    expect.stringMatching(/^agent\/src\/checks\/forgetful\.ts.* 'toy' is missing/),
  ])
})
