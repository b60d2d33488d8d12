/** Whether an expression occurs in one of the texts, or why that cannot be told. */
export type TextsMatch =
  | { readonly ok: true; readonly matches: boolean }
  | {
      readonly ok: false
      readonly source: 'monitor' | 'agent'
      /** One sentence for people. */
      readonly message: string
    }
