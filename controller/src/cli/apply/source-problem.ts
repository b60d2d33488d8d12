/** What is wrong with a file, and where. */
export interface SourceProblem {
  readonly file: string
  /** Counted from 1; null: in no line. */
  readonly line: number | null
  readonly message: string
}

/** Files that cannot be applied. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly problems: readonly SourceProblem[]

  constructor(problems: readonly SourceProblem[]) {
    super(problems.map(problemWords).join('\n'))
    this.problems = problems
  }
}

/** As compilers say it: editors and CI lead to the place. */
function problemWords({ file, line, message }: SourceProblem): string {
  return `${file}${line === null ? '' : `:${line}`}: ${message}`
}
