import { holdsNul } from '../../input/storable-text.ts'

/** A field of a query or form; one sent twice, or not at all, is empty. */
export function textOf(source: unknown, name: string): string {
  const value = (source as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** What a link has as its token. With a NUL, which the database could not even be asked for, it is nobody's. */
export function tokenOf(source: unknown): string {
  const token = textOf(source, 'token')
  return holdsNul(token) ? '' : token
}
