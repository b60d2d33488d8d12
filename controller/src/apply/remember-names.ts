import type { NameResolver } from '@sightline/shared/name-resolution'

/** Asks name servers for each name once, so that what was found out before a transaction is known in it. */
export function rememberNames(resolveName: NameResolver['resolve']): NameResolver['resolve'] {
  const answers = new Map<string, ReturnType<NameResolver['resolve']>>()
  return (name, options) => {
    const asked = `${options.family} ${name.toLowerCase()}`
    const known = answers.get(asked) ?? resolveName(name, options)
    answers.set(asked, known)
    return known
  }
}
