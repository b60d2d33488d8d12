import type { Region } from '../../data/agents.ts'
import { NumberField } from '../controls/number-field.tsx'
import { PickList } from '../controls/pick-list.tsx'
import { Select } from '../controls/select.tsx'
import type { Tree } from './paths.ts'
import { valueAt, withValueAt } from './paths.ts'

const MINUTE_WORDS = (minutes: number): string => {
  if (minutes < 60) return minutes === 1 ? 'every minute' : `every ${minutes} minutes`
  const hours = minutes / 60
  if (hours < 24) return hours === 1 ? 'every hour' : `every ${hours} hours`
  return 'every day'
}

const QUORUMS = [
  { value: 'majority', text: 'Most of those asked' },
  { value: 'all', text: 'All of those asked' },
  { value: 'any', text: 'One is enough' },
] as const

const MODES = [
  { value: 'all', text: 'All at each time' },
  { value: 'rotate', text: 'In turns' },
] as const

/** When it is checked, from where, and when it counts as down. */
export function ScheduleFields({
  fields,
  regions,
  intervals,
  errorOf,
  onChange,
}: {
  fields: Tree
  regions: readonly Region[]
  intervals: readonly number[]
  errorOf: (path: string) => string | undefined
  onChange: (fields: Tree) => void
}) {
  const at = (path: string): unknown => valueAt(fields, path)
  const set = (path: string) => (value: unknown) => onChange(withValueAt(fields, path, value))
  const picked = (at('regions') as string[] | undefined) ?? []
  const quorum = at('confirmation.quorum')
  return (
    <>
      <Select
        label="Check"
        choices={intervals.map((minutes) => ({
          value: String(minutes),
          text: MINUTE_WORDS(minutes),
        }))}
        value={String(at('intervalMinutes'))}
        onChange={(value) => set('intervalMinutes')(Number(value))}
        error={errorOf('intervalMinutes')}
      />
      <NumberField
        label="Give up after"
        unit="ms"
        value={Number(at('timeoutMs'))}
        onChange={set('timeoutMs')}
        error={errorOf('timeoutMs')}
        formatOptions={{ useGrouping: false }}
      />
      <PickList
        label="From"
        choices={regions.map(({ code, name, available }) => ({
          value: code,
          text: name,
          hint: available ? code : `${code}, no agent is connected`,
        }))}
        picked={picked}
        onChange={(codes) => set('regions')([...codes])}
        hint="Where none is picked: up to three that can check it."
        empty="No agent ever connected."
      />
      <div className="space-y-4">
        <Select
          label="Locations check"
          choices={MODES}
          value={String(at('checkMode')) as 'all'}
          onChange={set('checkMode')}
        />
        {typeof quorum === 'number' ? (
          <NumberField
            label="Down when so many fail"
            value={quorum}
            onChange={set('confirmation.quorum')}
            error={errorOf('confirmation.quorum')}
          />
        ) : (
          <Select
            label="Down when it fails from"
            choices={QUORUMS}
            value={String(quorum) as 'all'}
            onChange={set('confirmation.quorum')}
            error={errorOf('confirmation.quorum')}
          />
        )}
      </div>
      <NumberField
        label="Retries before it counts"
        value={Number(at('confirmation.retries'))}
        onChange={set('confirmation.retries')}
        error={errorOf('confirmation.retries')}
      />
      <NumberField
        label="Good checks before it is up again"
        value={Number(at('recovery.checks'))}
        onChange={set('recovery.checks')}
        error={errorOf('recovery.checks')}
      />
    </>
  )
}
