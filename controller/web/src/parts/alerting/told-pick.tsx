import type { Team } from '../../data/alerting.ts'
import type { Person } from '../../data/people.ts'
import type { Contact } from '../../data/wire.ts'
import { PickList } from '../controls/pick-list.tsx'

/** Everybody who can be told. */
export interface Told {
  readonly people: readonly Person[]
  readonly contacts: readonly Contact[]
  readonly teams: readonly Team[]
}

/** Ids of those who are told. */
export interface Picked {
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
  readonly teamIds: readonly string[]
}

const choicesOf = (all: readonly { id: string; name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, text: name }))

/** Who is told, in up to three lists. @param onChange takes the one list that is another now */
export function ToldPick({
  told,
  picked,
  onChange,
}: {
  told: Told
  picked: Picked
  onChange: (change: Partial<Record<keyof Picked, string[]>>) => void
}) {
  return (
    <>
      <PickList
        label="People"
        choices={choicesOf(told.people)}
        picked={picked.memberIds}
        onChange={(ids) => onChange({ memberIds: [...ids] })}
        empty="Nobody can be picked."
      />
      <PickList
        label="Contacts"
        choices={choicesOf(told.contacts)}
        picked={picked.contactIds}
        onChange={(ids) => onChange({ contactIds: [...ids] })}
        empty="There are no contacts yet: add them under Alerting."
      />
      {told.teams.length === 0 ? null : (
        <PickList
          label="Teams"
          choices={choicesOf(told.teams)}
          picked={picked.teamIds}
          onChange={(ids) => onChange({ teamIds: [...ids] })}
        />
      )}
    </>
  )
}
