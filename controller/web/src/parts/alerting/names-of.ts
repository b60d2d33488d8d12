import { countWords } from '../../words/durations.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Names of those who are told, people first. Who came since the lists were read is counted. Pure.
 *  @param told ids */
export function namesOf(
  told: { readonly memberIds: readonly string[]; readonly contactIds: readonly string[] },
  among: { readonly people: readonly Named[]; readonly contacts: readonly Named[] },
): string[] {
  const names = [
    ...among.people.filter(({ id }) => told.memberIds.includes(id)),
    ...among.contacts.filter(({ id }) => told.contactIds.includes(id)),
  ].map(({ name }) => name)
  const others = told.memberIds.length + told.contactIds.length - names.length
  return others > 0 ? [...names, countWords(others, 'other')] : names
}
