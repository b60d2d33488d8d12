import type { z } from 'zod'
import type { MonitorType as StreamNumber } from '../gen/probe/v1/check_pb.ts'
import type { SecretPath } from './secrets.ts'
import { secretPathsOf } from './secrets.ts'

/** The url of a monitor, taken apart and normalised. */
export interface TargetUrl {
  readonly scheme: string
  /** Normalised: lower-case ASCII host, no user-info, no fragment, no default port. */
  readonly url: string
  /** ASCII host name without trailing dot, or an address without brackets. */
  readonly host: string
  /** Port of the URL or of its scheme; null where the settings name it or the type has none. */
  readonly port: number | null
  /** Whether the text named the port, which a normalised URL may leave out. */
  readonly namesPort: boolean
}

/** A host that checks of a monitor connect to or ask about. */
export interface Contact {
  /** The field that names it. */
  readonly field: string
  readonly host: string
  /** `address`: it is connected to. `domain`: its mail servers are, so it only has to exist.
   *  `name`: it is asked about, so it need not even exist. */
  readonly as: 'address' | 'domain' | 'name'
}

/** Settings as they are stored or sent: nothing is known of their form. */
export type RawSettings = Readonly<Record<string, unknown>>

/** What makes a scheme. */
interface SchemeFacts {
  /** The port it implies; null: none, or one that depends on the settings. */
  readonly port: number | null
  /** The scheme it is another word for, which normalised URLs have. */
  readonly shownAs?: string
}

/** A monitor for the API's description: what is sent to make one. */
interface Example<Sent> {
  readonly url: string
  readonly name: string
  readonly intervalMinutes?: number
  readonly tags?: readonly string[]
  readonly settings: Sent
}

/** What every type says of itself. Sentences of problems are whole ones, for the person who sent what
 *  has the problem. */
interface TypeFacts<Shape extends z.ZodObject> {
  /** Its number on the stream. */
  readonly number: StreamNumber
  /** What people can ask an agent to do, after "No agent ... can ". */
  readonly does: string
  /** Schemes of its URLs; the first is that of a bare host. */
  readonly schemes: Readonly<Record<string, SchemeFacts>>
  /** How its URLs begin, for people. */
  readonly form: string
  /** Its settings with their defaults and, by `describe`, what each means; field by field. What is
   *  stored may be read by this alone: secrets are hidden by then, and rules may have come later than
   *  the monitor. */
  readonly shape: Shape
  /** What the fields of its settings must be to each other. */
  readonly rules: z.core.CheckFn<z.output<Shape>>
  /** Time limit of one check when the monitor names none, in ms. */
  readonly timeoutMs: number
  /** The port its checks go to; null for a type without one and where none is named. */
  readonly portOf: (target: TargetUrl, settings: z.output<Shape>) => number | null
  /** What makes a target the same within a workspace. @param target with the port that counts */
  readonly identityOf: (target: TargetUrl, settings: z.output<Shape>) => string
  /** Name of a monitor that was given none: what tells it from its neighbours.
   *  @param target with the port that counts */
  readonly nameOf: (target: TargetUrl, settings: z.output<Shape>) => string
  /** What stands for it in the API's description. */
  readonly example: Example<z.input<Shape>>
}

/** What only some types have a word on. */
interface SpecialFacts<Shape extends z.ZodObject> {
  /** Why its URLs name no port; null: they may. */
  readonly noPort: string | null
  /** Whether its URLs have path and query. */
  readonly hasPath: boolean
  /** What an agent's machine must have beside the agent to check it, as the end of a sentence; null:
   *  nothing. */
  readonly neededPrograms: string | null
  /** The scheme that settings choose for a bare host; null: the first. */
  readonly bareSchemeOf: (sent: RawSettings) => string | null
  /** Hosts that its checks have to do with. @param settings complete */
  readonly contactsOf: (
    target: Pick<TargetUrl, 'host'>,
    settings: RawSettings,
  ) => readonly Contact[]
  /** Whether nothing is sent in the clear. @param settings complete */
  readonly isEncrypted: (target: TargetUrl, settings: z.output<Shape>) => boolean
  /** Whether a check needs a browser. @param settings complete or as they were sent */
  readonly needsBrowser: (settings: RawSettings) => boolean
  /** Why url and settings do not go together; null: they do. */
  readonly targetProblem: (target: TargetUrl, settings: z.output<Shape>) => string | null
  /** Why no check can be made of the url alone, as the end of a sentence; null: it can. */
  readonly bareTargetProblem: (target: TargetUrl) => string | null
  /** Why settings and time limit do not go together; null: they do. */
  readonly timeoutProblem: (settings: z.output<Shape>, timeoutMs: number) => string | null
  /** Why what was sent would silently have no effect; null: it has.
   *  @param settings what it leads to */
  readonly changeProblem: (sent: RawSettings, settings: z.output<Shape>) => string | null
  /** Settings without their defaults, with those defaults again that must be said so that `changeProblem` and
   *  `targetProblem` take them: what an export tells. @param settings without defaults */
  readonly spelledOut: (settings: RawSettings, target: TargetUrl) => RawSettings
  /** What a check can still judge whose secrets were taken out.
   *  @param settings as stored, without what was secret */
  readonly withoutSecrets: (settings: RawSettings) => RawSettings
}

/** Everything that both sides know of a type of monitor. How it is checked is the agent's
 *  (`agent/src/checks/`). */
export interface TypeDescription<Shape extends z.ZodObject = z.ZodObject>
  extends TypeFacts<Shape>, SpecialFacts<Shape> {
  /** Shape and rules together: what the API accepts. */
  readonly settings: Shape
  readonly secretPaths: readonly SecretPath[]
}

const USUAL: SpecialFacts<z.ZodObject> = {
  noPort: null,
  hasPath: false,
  neededPrograms: null,
  bareSchemeOf: () => null,
  contactsOf: ({ host }) => [{ field: 'url', host, as: 'address' }],
  isEncrypted: ({ scheme }) => scheme === 'https',
  needsBrowser: () => false,
  targetProblem: () => null,
  bareTargetProblem: () => null,
  timeoutProblem: () => null,
  changeProblem: () => null,
  spelledOut: (settings) => settings,
  withoutSecrets: (settings) => settings,
}

/** Describes a type: what is special is as usual where nothing is said of it. */
export function describeType<Shape extends z.ZodObject>(
  facts: TypeFacts<Shape> & Partial<SpecialFacts<Shape>>,
): TypeDescription<Shape> {
  const { shape, rules } = facts
  return { ...USUAL, ...facts, settings: shape.check(rules), secretPaths: secretPathsOf(shape) }
}
