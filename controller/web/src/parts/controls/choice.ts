/** One of a few. */
export interface Choice<V extends string> {
  readonly value: V
  readonly text: string
  readonly hint?: string
}
