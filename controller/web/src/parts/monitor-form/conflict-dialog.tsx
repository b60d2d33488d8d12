import type { MonitorType } from '@sightline/shared/check-words'
import { useState } from 'react'
import { fieldName, valueWords } from '../../words/monitor-fields.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Segments } from '../controls/segments.tsx'
import type { Difference, Side } from './differences.ts'

const SIDES = [
  { value: 'theirs', text: 'Theirs' },
  { value: 'yours', text: 'Yours' },
] as const

const keyOf = ({ steps }: Difference): string => JSON.stringify(steps)

/** What somebody else changed meanwhile. What was typed stays; of each thing one says whose holds.
 *  @param differences none: what they changed cannot be seen, such as a password */
export function ConflictDialog({
  type,
  differences,
  onSettled,
  onClose,
}: {
  type: MonitorType
  differences: readonly Difference[]
  onSettled: (sideOf: (difference: Difference) => Side) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  // What only they touched is theirs, unless somebody says otherwise.
  const sideOf = (difference: Difference): Side =>
    chosen[keyOf(difference)] ?? (difference.isDisputed ? 'yours' : 'theirs')
  return (
    <Dialog title="Somebody changed it meanwhile" isOpen isWide onClose={onClose}>
      <div className="space-y-4 text-sm">
        <p className="text-ink-soft">
          {differences.length === 0
            ? 'They changed something that is not shown, such as a password. It stays, unless you typed another one.'
            : 'What you typed is kept. Choose what holds of what they changed, then save.'}
        </p>
        <ul>
          {differences.map((difference) => {
            const { was, theirs, yours } = difference
            const name = fieldName(type, difference.steps)
            return (
              <li
                key={keyOf(difference)}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-line py-3"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-medium break-words">{name}</p>
                  <dl className="mt-1 grid grid-cols-[4rem_1fr] gap-x-2 text-xs text-ink-soft">
                    <dt className="text-ink-faint">Was</dt>
                    <dd className="break-words">{valueWords(was)}</dd>
                    <dt className="text-ink-faint">Theirs</dt>
                    <dd className="break-words">{valueWords(theirs)}</dd>
                    <dt className="text-ink-faint">Yours</dt>
                    <dd className="break-words">{valueWords(yours)}</dd>
                  </dl>
                </div>
                <Segments
                  label={`Whose holds: ${name}`}
                  choices={SIDES}
                  value={sideOf(difference)}
                  onChange={(side) => setChosen({ ...chosen, [keyOf(difference)]: side })}
                />
              </li>
            )
          })}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onPress={onClose}>
            Back to the form
          </Button>
          <Button look="primary" onPress={() => onSettled(sideOf)}>
            Save it so
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
