/** Why no page can be had, one sentence for people. */
export interface NoContext {
  readonly kind: 'unavailable' | 'noRoom' | 'stopping'
  readonly message: string
}
