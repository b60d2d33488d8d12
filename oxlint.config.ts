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
  'crawl',
  'diagnosis',
  'work',
  'metrics',
] as const

/** Folders of the controller in the same order; the last two are programs of their own. */
export const CONTROLLER_FOLDERS = [
  'db',

  'limits',
  'process',
  'secrets',
  'certificates',
  'input',
  'accounts',
  'jobs',
  'backup',
  'schedule',
  'sessions',
  'votes',
  'regions',
  'alerting',
  'operation',
  'field-data',
  'on-demand',
  'audits',
  'diagnosis',
  'verdicts',
  'maintenance',
  'crawl',
  'reports',
  'outages',
  'status-pages',
  'monitors',
  'imports',
  'apply',
  'live',
  'ingest',
  'agents',
  'dispatch',
  'metrics',
  'api',
  'supervisor',
  'cli',
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

/** A controller works by the database's time (process/clock.ts), and only `new Date()` of nothing is left to reviews. */
const NO_OWN_CLOCK: OxlintOverride = {
  files: ['controller/src/**'],
  rules: {
    'no-restricted-properties': [
      'error',
      {
        object: 'Date',
        property: 'now',
        message: "Take the Clock's now(), which is the database's time.",
      },
    ],
  },
}

/** Where HTTP is spoken. */
const SPEAKS_HTTP = new Set(['api', 'supervisor', 'cli'])

const NO_HTTP = {
  group: ['fastify', 'fastify-*', '@fastify/*'],
  message: 'Services never see the HTTP layer.',
}

/** What files of a folder do not import: nothing of a higher folder, and nothing that composes. */
function nothingHigher(order: string, folders: readonly string[], folder: string): object[] {
  const higher = folders.slice(folders.indexOf(folder) + 1)
  const names = [
    ...higher.map((name) => `${name}/`),
    'main\\.ts$',
    'start-agent\\.ts$',
    'equipment\\.ts$',
    'kept-state\\.ts$',
    'reachable-controllers\\.ts$',
    'start-agents-side\\.ts$',
    'job-list\\.ts$',
    'job-parts\\.ts$',
    'api-parts\\.ts$',
    'open-store\\.ts$',
  ]
  return [
    {
      regex: `^(?:\\.\\./)+(?:${names.join('|')})`,
      message: `${folder}/ lies below it (${order} in oxlint.config.ts).`,
    },
  ]
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
    'import/no-cycle': ['error', { ignoreTypes: false }],
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
    ...AGENT_FOLDERS.map((folder) =>
      forbid(
        [`agent/src/${folder}/**`],
        NO_CONTROLLER,
        ...nothingHigher('AGENT_FOLDERS', AGENT_FOLDERS, folder),
      ),
    ),
    forbid(['controller/src/*.ts'], NO_AGENT),
    ...CONTROLLER_FOLDERS.map((folder) =>
      forbid(
        [`controller/src/${folder}/**`],
        NO_AGENT,
        ...(SPEAKS_HTTP.has(folder) ? [] : [NO_HTTP]),
        ...nothingHigher('CONTROLLER_FOLDERS', CONTROLLER_FOLDERS, folder),
      ),
    ),
    NO_OWN_CLOCK,
    {
      // The pulse looks at the machine's clock to notice that the machine slept; the library's schedule goes by it.
      files: [
        'controller/src/process/clock.ts',
        'controller/src/jobs/pulse.ts',
        'controller/src/jobs/set-back-clock.ts',
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    forbid(['shared/src/**'], {
      group: ['@sightline/controller/*', '@sightline/agent/*'],
      message: 'shared depends on neither side.',
    }),
    {
      files: ['controller/web/src/**'],
      plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
      rules: {
        // The compiler brings it in.
        'react/react-in-jsx-scope': 'off',
        // Dialogs and sign-in begin at their first field.
        'jsx-a11y/no-autofocus': 'off',
        'jsx-a11y/prefer-tag-over-role': 'off',
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/jsx-key': 'error',
        'react/no-danger': 'error',
        'react/button-has-type': 'error',
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { group: ['node:*'], message: 'There is no Node in a browser.' },
              {
                group: ['**/src/api/**', '@sightline/controller/*', '@sightline/agent/*'],
                allowTypeImports: true,
                message: 'Of the controller the app takes types alone.',
              },
            ],
          },
        ],
      },
    },
    {
      // Pages are loaded by their default export, and Vite reads its own so.
      files: ['controller/web/src/routes/**', 'controller/web/vite.config.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['test/**', 'deploy/**', 'controller/src/cli/**', 'controller/src/supervisor/**'],
      rules: { 'no-console': 'off' },
    },
  ],
})
