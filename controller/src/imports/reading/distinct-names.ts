import type { ReadThing } from './reading.ts'

/** Longest name of an alert contact. */
const MAX_NAME = 100

/** Alert contacts of programs that let two have one name, where a workspace here has each name once: of those that lead
 *  elsewhere all but the first are called "Name (2)" and so on. Otherwise they would be taken for the first, and whom
 *  they reach would be told nothing. Those that lead to the same place keep their name, and are one contact. */
export function withDistinctNames(contacts: readonly ReadThing[]): ReadThing[] {
  const taken = new Set<string>()
  const given = new Map<string, string>()
  const numbers = new Map<string, number>()
  return contacts.map((contact) => {
    const { name: _, ...address } = contact.body
    const own = `${keyOf(contact.name)} ${JSON.stringify(address)}`
    let name = given.get(own) ?? contact.name
    for (let number = numbers.get(keyOf(name)) ?? 2; !given.has(own); number += 1) {
      if (taken.has(keyOf(name))) {
        const end = ` (${number})`
        name = `${contact.name.slice(0, MAX_NAME - end.length).trimEnd()}${end}`
        numbers.set(keyOf(contact.name), number)
      } else {
        taken.add(keyOf(name))
        given.set(own, name)
      }
    }
    if (name === contact.name) return contact
    const warning = `It is called "${name}" here: another of the file has its name and leads elsewhere.`
    return {
      ...contact,
      name,
      body: { ...contact.body, name },
      warnings: [...contact.warnings, warning],
    }
  })
}

function keyOf(name: string): string {
  return name.toLowerCase()
}
