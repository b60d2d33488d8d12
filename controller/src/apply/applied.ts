import type { AppliedKind } from './applied-kinds.ts'
import type { countsOf, ToldStep } from './told.ts'

/** What came of a document. */
export interface Applied {
  readonly set: string | null
  readonly dryRun: boolean
  /** What was done, or would be; nothing where all is as it is wanted. */
  readonly steps: ToldStep[]
  readonly counts: ReturnType<typeof countsOf>
  /** What the set brought and the document does not name any more; it stays. */
  readonly left: { kind: AppliedKind; key: string; name: string; id: string }[]
  /** What is not as it is in the document. */
  readonly warnings: { at: string | null; message: string }[]
  /** To be sent as `expect` by whoever agrees to it. */
  readonly digest: string
}
