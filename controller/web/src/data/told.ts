import { useQuery } from '@tanstack/react-query'
import { contactsQuery, teamsQuery } from './alerting.ts'
import { peopleQuery } from './people.ts'

/** Everybody who can be told; empty until it is known. */
export function useTold() {
  const people = useQuery(peopleQuery)
  const contacts = useQuery(contactsQuery)
  const teams = useQuery(teamsQuery)
  return {
    people: people.data ?? [],
    contacts: contacts.data?.contacts ?? [],
    teams: teams.data?.teams ?? [],
  }
}
