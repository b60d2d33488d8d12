import { useQuery } from '@tanstack/react-query'
import { contactsQuery, teamsQuery } from './alerting.ts'
import type { Listed } from './listed.ts'
import type { Team } from './alerting.ts'
import type { Person } from './people.ts'
import type { Contact } from './wire.ts'
import { peopleQuery } from './people.ts'

/** Everybody who can be told. */
export interface Told {
  readonly people: Listed<Person>
  readonly contacts: Listed<Contact>
  readonly teams: Listed<Team>
}

export function useTold(): Told {
  const people = useQuery(peopleQuery)
  const contacts = useQuery(contactsQuery)
  const teams = useQuery(teamsQuery)
  return {
    people: { all: people.data, error: people.error },
    contacts: { all: contacts.data?.contacts, error: contacts.error },
    teams: { all: teams.data?.teams, error: teams.error },
  }
}
