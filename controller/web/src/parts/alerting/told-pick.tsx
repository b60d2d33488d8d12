import type { Told } from '../../data/told.ts'
import { listedChoices } from './listed-choices.ts'
import { PickList } from '../controls/pick-list.tsx'

/** Ids of those who are told. */
export interface Picked {
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
  readonly teamIds: readonly string[]
}

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
        {...listedChoices(told.people)}
        picked={picked.memberIds}
        onChange={(ids) => onChange({ memberIds: [...ids] })}
        empty="Nobody can be picked."
      />
      <PickList
        label="Contacts"
        {...listedChoices(told.contacts)}
        picked={picked.contactIds}
        onChange={(ids) => onChange({ contactIds: [...ids] })}
        empty="There are no contacts yet: add them under Alerting."
      />
      {told.teams.all?.length === 0 ? null : (
        <PickList
          label="Teams"
          {...listedChoices(told.teams)}
          picked={picked.teamIds}
          onChange={(ids) => onChange({ teamIds: [...ids] })}
        />
      )}
    </>
  )
}
