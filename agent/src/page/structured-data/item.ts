/** An item that a page's markup describes, in microdata's JSON form, whatever vocabulary and syntax it
 *  is written in. Source: HTML standard, section 5.4.2 (converting to JSON) */
export interface StructuredItem {
  /** As written, "https://schema.org/Product" for example; empty for an item without type. */
  readonly type: readonly string[]
  readonly id: string | null
  readonly properties: Readonly<Record<string, readonly (string | StructuredItem)[]>>
}
