/** A monitor as a file tells of it, before anything of this installation is known. */
export interface ReadMonitor {
  /** What the file calls it: others of the file name it so. */
  readonly ref: string
  /** For people, and for the answer. */
  readonly name: string
  /** Where it stands in the file, such as "line 12"; null where that says nothing. */
  readonly at: string | null
  /** Body of POST /monitors. `dependsOn` and the recipients of `alerts` hold what the file calls them, and people by
   *  their ids. */
  readonly body: Readonly<Record<string, unknown>>
  /** What it is in the file; null: the body says it, or nothing does. */
  readonly intervalSeconds: number | null
  /** false: it is made paused. */
  readonly isActive: boolean
  /** What is not as it was, as sentences. */
  readonly warnings: readonly string[]
}

/** Something else that a file holds, with the body by which the API makes it. */
export interface ReadThing {
  readonly ref: string
  readonly name: string
  readonly at: string | null
  readonly body: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}

/** What a file holds and nothing here stands for. */
export interface NotCarried {
  /** Kind of thing, such as "docker monitor". */
  readonly what: string
  readonly name: string
  readonly at: string | null
  /** Why, as a sentence. */
  readonly reason: string
}

/** Everything a file says. */
export interface Reading {
  readonly contacts: readonly ReadThing[]
  readonly teams: readonly ReadThing[]
  /** Those that others depend on come before them. */
  readonly monitors: readonly ReadMonitor[]
  readonly windows: readonly ReadThing[]
  readonly crawlSchedules: readonly ReadThing[]
  readonly statusPages: readonly ReadThing[]
  readonly notCarried: readonly NotCarried[]
}

/** A reading of which nothing is known yet. */
export const NOTHING: Reading = {
  contacts: [],
  teams: [],
  monitors: [],
  windows: [],
  crawlSchedules: [],
  statusPages: [],
  notCarried: [],
}

/** A file that cannot be read; the message is a sentence for whoever sent it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}
