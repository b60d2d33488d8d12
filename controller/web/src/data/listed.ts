/** Things to choose from, which are read while one looks. */
export interface Listed<T> {
  /** undefined: they are not read yet, or could not be. */
  readonly all: readonly T[] | undefined
  /** Why they could not be; null: nothing failed. */
  readonly error: Error | null
}
