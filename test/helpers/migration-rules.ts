/** Tables that stay small, whatever is monitored: to rewrite them, or to look through them, takes moments. */
const SMALL = new Set([
  'agent_tokens',
  'agents',
  'controllers',
  'crawl_schedules',
  'installation',
  'people',
  'regions',
  'schema_support',
])

/** Tables that PostgreSQL, or TimescaleDB, builds no index on beside the others' work. */
const PARTITIONED = new Set(['check_results'])

const OUTSIDE = '-- outside a transaction\n'

interface Script {
  readonly isOutside: boolean
  readonly statements: readonly string[]
  /** Tables that it makes. */
  readonly made: ReadonlySet<string>
  /** Whether it says from which version on nobody uses what it takes out. */
  readonly isContraction: boolean
}

/** A rule: why a statement must not run beside a version that works, if it must not. */
type Rule = (statement: string, script: Script) => string | null

/** Statements without comments, function bodies and repeated spaces, in lower case. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

function readScript(sql: string): Script {
  const statements = statementsOf(sql)
  const made = statements.flatMap(
    (statement) =>
      /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
  )
  return {
    isOutside: sql.startsWith(OUTSIDE),
    statements,
    made: new Set(made),
    isContraction: statements.some((each) => each.startsWith('update schema_support set oldest')),
  }
}

/** The table a statement changes; null: it changes none that there was. */
function tableOf(statement: string, { made }: Script): string | null {
  const table =
    /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1] ??
    /^create (?:unique )?index .*? on (?:only )?(\w+)/.exec(statement)?.[1] ??
    /^(?:update|delete from|truncate|cluster|lock table|vacuum full) (?:only )?(\w+)/.exec(
      statement,
    )?.[1]
  return table === undefined || made.has(table) ? null : table
}

function isBig(statement: string, script: Script): boolean {
  const table = tableOf(statement, script)
  return table !== null && !SMALL.has(table)
}

/** @param reason of a pattern that must not be in what changes a big table */
const onBig =
  (pattern: RegExp, reason: string): Rule =>
  (statement, script) =>
    isBig(statement, script) && pattern.test(statement) ? reason : null

const contracts =
  (pattern: RegExp): Rule =>
  (statement, script) =>
    pattern.test(statement) && !script.isContraction
      ? 'takes something out that the version before may use: do it a release later, and raise schema_support.oldest in the same script'
      : null

const index: Rule = (statement, script) => {
  if (!/^create (?:unique )?index/.test(statement) || !isBig(statement, script)) return null
  const table = tableOf(statement, script) ?? ''
  const name = /concurrently if not exists (\w+)/.exec(statement)?.[1]
  if (PARTITIONED.has(table)) return 'cannot be built without stopping who writes'
  if (name === undefined || !script.isOutside) {
    return 'stops who writes: use "create index concurrently if not exists" in a script that begins with "-- outside a transaction"'
  }
  const drop = `drop index concurrently if exists ${name}`
  return script.statements.includes(drop) ? null : `leaves half an index behind: "${drop}" first`
}

const concurrentlyAlone: Rule = (statement, { isOutside }) =>
  isOutside &&
  !/^(?:(?:create (?:unique )?index|drop index) concurrently if|create or replace function) /.test(
    statement,
  )
    ? 'is outside a transaction, where only indexes are made and dropped concurrently, and functions that use them'
    : null

const RULES: readonly Rule[] = [
  index,
  concurrentlyAlone,
  onBig(/ alter (?:column )?\w+ (?:set data )?type /, 'rewrites the table: add a column beside it'),
  onBig(
    / set not null/,
    'looks through the table: add a check "not valid", validate it in another',
  ),
  onBig(
    /^(?!.* default ).* add (?:column )?(?:if not exists )?\w+ (?!constraint).* not null/,
    'refuses what the version before inserts: give it a default',
  ),
  onBig(/ generated always as .* stored/, 'rewrites the table: fill a column by a trigger'),
  onBig(
    / add (?:column )?.* (?:default (?:gen_random_uuid|random|clock_timestamp|nextval)|(?:small|big)?serial|generated \w+(?: \w+)? as identity)/,
    'rewrites the table: its default differs by row',
  ),
  onBig(
    / add (?:constraint \w+ )?(?:check|foreign key)(?!.* not valid)/,
    'looks through the table: add it "not valid", validate it in another script',
  ),
  onBig(
    / add (?:column )?\w+ .* references (?!.* not valid)/,
    'locks both tables: add it "not valid"',
  ),
  onBig(
    / add (?:constraint \w+ )?(?:unique|primary key)(?! using index)/,
    'builds an index: make it concurrently, then add it "using index"',
  ),
  onBig(
    /^(?:update|delete from|truncate|cluster|lock table|vacuum full)/,
    'holds many rows, or the table: let a job do it in pages',
  ),
  contracts(/ drop (?:column )?(?!default|not null|constraint|expression|identity)\w+/),
  contracts(/^drop (?!index|trigger|function)/),
  contracts(/ rename /),
]

/** What of a script does not go together with a version that works meanwhile, as sentences. */
export function problemsOf(sql: string): string[] {
  const script = readScript(sql)
  const found = script.statements.flatMap((statement) =>
    RULES.flatMap((rule) => {
      const problem = rule(statement, script)
      return problem === null ? [] : [`"${statement.slice(0, 80)}" ${problem}`]
    }),
  )
  const changed = new Set(
    script.statements.filter((each) => isBig(each, script)).map((each) => tableOf(each, script)),
  )
  return changed.size > 1 && !script.isOutside
    ? [...found, `${[...changed].join(', ')}: a script each, so that none is held for another`]
    : found
}
