/** A field of a query or form; one sent twice, or not at all, is empty. */
export function textOf(source: unknown, name: string): string {
  const value = (source as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
