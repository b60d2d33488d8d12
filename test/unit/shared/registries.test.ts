import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addLines, copyOfSources, typeCheck } from '../../helpers/copied-sources.ts'

// What a registry is asked for is proven on one copy of the sources, as a type check of all takes ten seconds of
// a processor.

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

const definitionOf = (id: string): string => `  ${id}: {
    title: 'Pages without a bell',
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'A bell tells that somebody is there.',
  },
`
const judgeOf = (id: string): string => `  ${id}: () => judged(false, 0, 'It is silent'),
`

function addMonitorType(folder: string): void {
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
}

function addAuditChecks(folder: string): void {
  const shared = join(folder, 'shared/src/analyses')
  const judges = join(folder, 'agent/src/analyses/audit/checks')
  const add = (file: string, group: string, line: string): void =>
    addLines(file, { [`export const ${group}_CHECKS = {\n`]: line })
  // Whole.
  add(join(shared, 'audit-checks/title.ts'), 'TITLE', definitionOf('bellMissing'))
  add(join(judges, 'title.ts'), 'TITLE', judgeOf('bellMissing'))
  // Half: a definition, and a judge.
  add(join(shared, 'audit-checks/viewport.ts'), 'VIEWPORT', definitionOf('hornMissing'))
  add(join(judges, 'icon.ts'), 'ICON', judgeOf('whistleMissing'))
}

const CHANNEL = `import { secretUrlChannel } from './contact-fields.ts'
import type { SendOn } from './channel.ts'
import { post } from './post.ts'

const ring: SendOn<{ readonly url: string }> = ({ url }, { title }, delivery, parts) =>
  post(parts, { url, body: title }, delivery, { name: 'Toy', finalStatuses: [], reasonIn: () => null })

export const TOY = {
  ...secretUrlChannel('toyUrl', { sent: 'A bell.', shown: 'A bell.', example: 'https://bell.example.com/' }),
  send: ring,
}

export const MUTE = { ...TOY, send: undefined }
`

function addAlertChannel(folder: string): void {
  const at = (file: string): string => join(folder, 'controller/src/alerting/channels', file)
  writeFileSync(at('toy.ts'), CHANNEL)
  // One that cannot send.
  cpSync(at('index.ts'), at('forgetful.ts'))
  addLines(at('forgetful.ts'), {
    "import { TELEGRAM } from './telegram.ts'\n": "import { MUTE } from './toy.ts'\n",
    'push: PUSH,\n': '  mute: MUTE,\n',
  })
  addLines(at('index.ts'), {
    "import { TELEGRAM } from './telegram.ts'\n": "import { TOY } from './toy.ts'\n",
    'push: PUSH,\n': '  toy: TOY,\n',
  })
}

const FIELD = `  motto: {
    sent: label(100).meta({ description: 'What it stands for.', example: 'Ring the bell' }),
    shown: z.string().meta({ description: 'What it stands for.', example: 'Ring the bell' }),
    initial: () => '',
    change: 'whole',
  },
`

function addMonitorField(folder: string): void {
  const at = (file: string): string => join(folder, 'controller/src', file)
  addLines(at('db/monitor-columns.ts'), {
    '  readonly tags: readonly string[]\n': '  readonly motto: string\n',
    "  tags: 'tags',\n": "  motto: 'motto',\n",
  })
  addLines(at('monitors/monitor-fields.ts'), {
    'export const MONITOR_FIELDS = {\n': FIELD,
  })
}

test('a member of a registry is asked for each of its parts, and nothing else is', async () => {
  const folder = copyOfSources()
  addMonitorType(folder)
  addAuditChecks(folder)
  addAlertChannel(folder)
  addMonitorField(folder)
  expect((await typeCheck(folder)).toSorted()).toEqual([
    expect.stringMatching(/audit\/checks\/icon\.ts.* 'whistleMissing' does not exist/),
    expect.stringMatching(/audit\/checks\/index\.ts.* 'hornMissing' is missing/),
    expect.stringMatching(/audit\/checks\/viewport\.ts.* 'hornMissing' is missing/),
    expect.stringMatching(/^agent\/src\/checks\/forgetful\.ts.* 'toy' is missing/),
    expect.stringMatching(/^controller\/src\/alerting\/channels\/forgetful\.ts.*TS2344/),
  ])
})
