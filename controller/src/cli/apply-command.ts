import { createInterface } from 'node:readline/promises'
import { AppError } from '@sightline/shared/errors'
import type { Command } from 'commander'
import type { Problem } from '../apply/entry.ts'
import type { Ask } from './apply/ask.ts'
import type { MergedSources } from './apply/merge-sources.ts'
import { SourceError } from './apply/source-problem.ts'
import type { CommandContext } from './context.ts'
import { defineWithout } from './context.ts'
import { withDatabase } from './database.ts'
import { openedRangesHint } from './opened-ranges-hint.ts'
import type { Applied } from '../apply/applied.ts'

interface ApplyOptions {
  readonly file: readonly string[]
  readonly set?: string
  readonly plan?: boolean
  readonly prune?: boolean
  readonly yes?: boolean
  readonly json?: boolean
  readonly url?: string
  readonly workspace?: string
}

/** Signs that a header can have. */
const KEY = /^[\x21-\x7e]+$/

/** What a CI reads: something is to be done. */
const CHANGES_PENDING = 2

/** Adds `apply`. */
export function addApplyCommand(program: Command): void {
  defineWithout<ApplyOptions>(
    program
      .command('apply')
      .description('bring a workspace to what files say: monitors, contacts, status pages, …')
      .requiredOption(
        '-f, --file <file...>',
        'YAML or JSON; may be given more than once; - is standard input',
      )
      .option('--plan', 'only say what would be done: ends with 2 when there is something, else 0')
      .option('--prune', 'remove what the set brought and the files do not name any more')
      .option('--set <name>', 'the set that it belongs to (default: what the files say)')
      .option('--yes', 'do not ask')
      .option(
        '--url <url>',
        'an installation elsewhere, with a key in SIGHTLINE_API_KEY (default: SIGHTLINE_URL, else this one)',
      )
      .option('--workspace <id>', "the workspace of this installation (default: the owner's)"),
    'apply -f monitors.yaml --plan',
    async (context) => {
      try {
        await run(context)
      } catch (error: unknown) {
        if (context.options.json !== true || !(error instanceof SourceError)) throw error
        context.output.show({ problems: error.problems }, '')
        process.exitCode = 1
      }
    },
  )
}

type Context = Omit<CommandContext<ApplyOptions>, 'db'>

async function run(context: Context): Promise<void> {
  const { options } = context
  // The reader of YAML is loaded by who needs it.
  const { loadSources } = await import('./apply/load-sources.ts')
  const sources = await loadSources(options.file, process.env)
  await withAsk(context, (ask) => applySources(context, sources, ask))
}

/** Asks the installation elsewhere, or does it here. */
async function withAsk(
  { config, options }: Context,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const { url = process.env['SIGHTLINE_URL'], workspace } = options
  if (url === undefined || url === '') {
    await withDatabase(config, async (db) => {
      const { askLocally } = await import('./apply/ask-locally.ts')
      const hasRanges = config.SIGHTLINE_ALLOW_PRIVATE_TARGETS.length > 0
      await work(await askLocally(config, db, workspace)).catch((error: unknown) => {
        if (!(error instanceof SourceError)) throw error
        const command = `apply -f ${options.file.join(' ')}`
        const hint = openedRangesHint(error.message, command, hasRanges)
        // Beside the problems, which scripts read.
        if (hint !== null && options.json !== true) console.error(`${hint}\n`)
        throw error
      })
    })
    return
  }
  if (workspace !== undefined) {
    throw new AppError(
      'badRequest',
      '--workspace is for the installation of this machine: elsewhere (--url, or SIGHTLINE_URL) the key says which one is meant.',
    )
  }
  const problem = addressProblem(url)
  if (problem !== null) throw new AppError('badRequest', problem)
  const key = (process.env['SIGHTLINE_API_KEY'] ?? '').trim()
  if (key === '') {
    throw new AppError('badRequest', 'Set SIGHTLINE_API_KEY to a key of the installation.')
  }
  // What cannot be sent is repeated in the error of whoever tries, and so in the log of a CI.
  if (!KEY.test(key)) {
    throw new AppError(
      'badRequest',
      'SIGHTLINE_API_KEY is no key: it has a space, a line break or a sign that no key has.',
    )
  }
  const { askRemotely } = await import('./apply/ask-remotely.ts')
  await work(askRemotely(url, key))
}

/** Why nothing can be sent there, as a sentence, which a CI logs; null: it can. */
function addressProblem(url: string): string | null {
  const named = 'The address of the installation (--url, or SIGHTLINE_URL)'
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return `${named} must begin with https:// or http://, such as https://sightline.example.com.`
  }
  return address.username === '' && address.password === ''
    ? null
    : `${named} holds a user name or a password, which are not sent: leave them out, and name one that takes the key alone.`
}

async function applySources(
  { options, output }: Context,
  { document, locate, isFilled }: MergedSources,
  ask: Ask,
): Promise<void> {
  const { planWords } = await import('./apply/plan-words.ts')
  const { prune = false, set = null, yes = false, plan = false } = options
  const located = (order: { dryRun: boolean; expect: string | null }): Promise<Applied> =>
    ask(document, { ...order, prune, set }).then(
      (applied) => withoutEnvironment(applied, isFilled),
      (error: unknown) => {
        throw inFiles(error, locate)
      },
    )
  const show = (applied: Applied): void => output.show(applied, planWords(applied))
  if (yes && !plan) {
    show(await located({ dryRun: false, expect: null }))
    return
  }
  const planned = await located({ dryRun: true, expect: null })
  if (plan || planned.steps.length === 0) {
    show(planned)
    if (plan && planned.steps.length > 0) process.exitCode = CHANGES_PENDING
    return
  }
  // What is asked goes where it does not disturb a script.
  console.error(planWords(planned))
  if (!(await isAgreed(options))) return
  show(await located({ dryRun: false, expect: planned.digest }))
}

async function isAgreed({ file }: ApplyOptions): Promise<boolean> {
  if (!process.stdin.isTTY || file.includes('-')) {
    throw new AppError('badRequest', 'Nobody can be asked here: say --yes to apply, or --plan.')
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await asking.question('\nApply this? [y/N] ')).trim())
  } finally {
    asking.close()
  }
}

/** What was refused, with the lines of the files. */
function inFiles(error: unknown, locate: MergedSources['locate']): unknown {
  if (!(error instanceof AppError)) return error
  const { problems } = error.body as { readonly problems?: readonly Problem[] }
  return problems === undefined ? error : new SourceError(problems.map(locate))
}

/** What comes of the environment is no business of whoever reads the log of a CI, wherever it stands. */
function withoutEnvironment(applied: Applied, isFilled: MergedSources['isFilled']): Applied {
  const steps = applied.steps.map((step) => {
    const fields = step.fields.map((each) =>
      isFilled(step.at ?? '', each.field) ? { ...each, before: '***', after: '***' } : each,
    )
    return { ...step, fields }
  })
  return { ...applied, steps }
}
