import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monitorsQuery } from '../data/monitors.ts'
import { numberWords } from '../words/durations.ts'
import { Checkbox } from './controls/checkbox.tsx'
import { TextField } from './controls/text-field.tsx'
import { SkeletonRows } from './feedback/skeleton.tsx'

const SHOWN = 50

/** Monitors picked by their names out of any number.
 *  It asks by itself, as no page can know what is typed here. */
export function MonitorsPick({
  label,
  picked,
  most = Infinity,
  onChange,
}: {
  label: string
  picked: readonly string[]
  /** How many can be; without it any number. */
  most?: number
  /** @param found what was looked through: a monitor that was picked now is among them */
  onChange: (
    ids: readonly string[],
    found: readonly { readonly id: string; readonly name: string }[],
  ) => void
}) {
  const [search, setSearch] = useState('')
  const query = useQuery(monitorsQuery({ search, sort: 'name', order: 'asc' }, 1, SHOWN))
  const { monitors: found = [], total = 0 } = query.data ?? {}
  const isFull = picked.length >= most
  return (
    <div className="space-y-2">
      <TextField
        label={label}
        hint={`${picked.length} picked${isFull ? ', which is as many as can be' : ''}`}
        placeholder="Search by name or address"
        value={search}
        onChange={setSearch}
      />
      <div className="max-h-44 space-y-1.5 overflow-y-auto rounded-lg border border-line p-2.5">
        {found.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={picked.includes(id)}
            isDisabled={isFull && !picked.includes(id)}
            onChange={(isOn) =>
              onChange(isOn ? [...picked, id] : picked.filter((other) => other !== id), found)
            }
          >
            <span className="break-words">{name}</span>
          </Checkbox>
        ))}
        {query.isError ? (
          <p role="alert" className="text-xs text-down">
            {query.error.message}
          </p>
        ) : null}
        {query.data !== undefined && found.length === 0 ? (
          <p className="text-xs text-ink-faint">No monitor is called like that.</p>
        ) : null}
        {found.length < total ? (
          <p className="text-xs text-ink-faint">
            The first {numberWords(found.length)} of {numberWords(total)}: search for the others.
          </p>
        ) : null}
        {query.isPending ? <SkeletonRows rows={1} /> : null}
      </div>
    </div>
  )
}
