import type { TargetUrl } from './description.ts'

/** A host as URLs hold it. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Host and port: what names most services, and tells them apart. */
export function hostAndPort({ host, port }: TargetUrl): string {
  return `${hostInUrl(host)}:${port}`
}

/** A field that does not fit, in a sentence.
 *  @param value null: it is missing
 *  @param why goes on after the colon */
export function fieldProblem(field: string, value: unknown, why: string): string {
  const sent = value === null ? 'is missing' : `is ${JSON.stringify(value)}`
  return `The field "${field}" ${sent}: ${why}.`
}

/** Why the ports of url and settings do not go together; null: they do. */
export function twoPortsProblem(
  { port, namesPort }: TargetUrl,
  settings: { readonly port: number | null },
): string | null {
  if (!namesPort || settings.port === null || settings.port === port) return null
  const why = `it must be the port of the url, which is ${port}; send one of them, or null to drop the setting`
  return fieldProblem('settings.port', settings.port, why)
}

/** Why a type that needs a port has none; null: it has one. */
export function noPortProblem(
  { scheme, host }: TargetUrl,
  port: number | null,
  words: { readonly examplePort: number; readonly orElse: string },
): string | null {
  if (port !== null) return null
  const example = `${scheme}://${hostInUrl(host)}:${words.examplePort}`
  return `The field "url" names no port, which a ${scheme} monitor needs: send a url such as "${example}"${words.orElse}.`
}
