/** Where something is to listen: the variable of its address with what it is now, and that of its port. */
export interface ListeningAt {
  readonly host: readonly [variable: string, value: string]
  readonly port: string
}

/** What Node and the system say where an address is not of this machine, or is none. */
const OF_THE_ADDRESS = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EAI_AGAIN',
  'EINVAL',
  'ENODATA',
  'ENOTFOUND',
])

/** The sentence of a program that cannot listen: which setting is in the way, and what to do about it.
 *  @param what is to listen, such as "the HTTP port" */
export function cannotListen(what: string, { host, port }: ListeningAt, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [variable, value] = host
  return OF_THE_ADDRESS.has(code)
    ? `${variable} is "${value}": ${what} cannot listen there (${reason}); set ${variable} to an address of this machine`
    : `${port}: ${what} cannot listen there (${reason}); set ${port} to another port`
}
