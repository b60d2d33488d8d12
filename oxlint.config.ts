import type { OxlintOverride } from 'oxlint'
import { defineConfig } from 'oxlint'

/** Folders of the agent from the lowest to the highest: each imports only those before it. */
export const AGENT_FOLDERS = [
  'programs',
  'outcome',
  'net',
  'bounds',
  'browser',
  'icmp',
  'trace',
  'self-test',
  'state',
  'http',
  'dns',
  'checks',
  'schedule',
  'connection',
  'page',
  'accessibility',
  'text',
  'robots',
  'redirects',
  'sitemap',
  'lighthouse',
  'probes',
  'screenshot',
  'gather',
  'analyses',
  'diagnosis',
  'work',
] as const

const NO_CONTROLLER = {
  group: ['@sightline/controller/*', '**/controller/src/**'],
  message: 'The agent never imports the controller.',
}

const NO_AGENT = {
  group: ['@sightline/agent/*', '**/agent/src/**'],
  message: 'The controller never imports the agent.',
}

/** What is not imported in some files. */
function forbid(files: string[], ...patterns: object[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', object] } }
}

/** A folder's own files: nothing of a higher folder, and nothing of the program's own files. */
function agentFolder(folder: string, place: number) {
  const higher = AGENT_FOLDERS.slice(place + 1)
  return forbid(
    [`agent/src/${folder}/**`],
    NO_CONTROLLER,
    ...(higher.length === 0
      ? []
      : [
          {
            regex: `^(?:\\.\\./)+(?:${higher.join('|')})/`,
            message: `${folder}/ lies below it (AGENT_FOLDERS in oxlint.config.ts).`,
          },
        ]),
  )
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'promise', 'node', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  ignorePatterns: ['shared/src/gen/**'],
  rules: {
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'no-console': 'error',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect*', 'until*', 'fc.assert'],
      },
    ],
  },
  overrides: [
    {
      files: ['vitest.config.ts', 'oxlint.config.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    forbid(['agent/src/*.ts'], NO_CONTROLLER),
    ...AGENT_FOLDERS.map(agentFolder),
    forbid(['controller/src/**'], NO_AGENT),
    forbid(['controller/src/db/**'], NO_AGENT, {
      group: [
        '../api/*',
        '../../api/*',
        '../alerting/*',
        '../monitoring/*',
        '../accounts/*',
        '../agents/*',
        '../ingest/*',
        '../scheduling/*',
        'fastify',
      ],
      message: 'db knows statements and rows, never services or HTTP.',
    }),
    forbid(
      ['controller/src/{alerting,monitoring,accounts,agents,ingest,scheduling,jobs}/**'],
      NO_AGENT,
      {
        group: ['../api/*', '../../api/*', 'fastify', 'fastify-*', '@fastify/*'],
        message: 'Services never see the HTTP layer.',
      },
    ),
    forbid(['shared/src/**'], {
      group: ['@sightline/controller/*', '@sightline/agent/*'],
      message: 'shared depends on neither side.',
    }),
    {
      files: ['test/**', 'deploy/**', 'controller/src/cli/**', 'controller/src/supervisor/**'],
      rules: { 'no-console': 'off' },
    },
  ],
})
