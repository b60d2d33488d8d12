import type { Told } from '../../data/told.ts'
import { ToldPick } from '../alerting/told-pick.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { Switch } from '../controls/switch.tsx'
import type { Tree } from './paths.ts'
import { valueAt, withValueAt } from './paths.ts'
import { TextLines } from './text-lines.tsx'
import { linesOf, listOf } from './lines.ts'

/** Who is told of what. */
export function AlertFields({
  fields,
  told,
  errorOf,
  onChange,
}: {
  fields: Tree
  told: Told
  errorOf: (path: string) => string | undefined
  onChange: (fields: Tree) => void
}) {
  const at = (path: string): unknown => valueAt(fields, `alerts.${path}`)
  const set = (path: string) => (value: unknown) =>
    onChange(withValueAt(fields, `alerts.${path}`, value))
  const ids = (path: string): readonly string[] => (at(path) as string[] | undefined) ?? []
  const repeat = at('repeatMinutes')
  return (
    <>
      <ToldPick
        told={told}
        picked={{
          memberIds: ids('memberIds'),
          contactIds: ids('contactIds'),
          teamIds: ids('teamIds'),
        }}
        onChange={(change) =>
          onChange(
            Object.entries(change).reduce(
              (changed, [name, picked]) => withValueAt(changed, `alerts.${name}`, picked),
              fields,
            ),
          )
        }
      />
      <div className="space-y-3">
        <Switch isSelected={at('onDown') === true} onChange={set('onDown')}>
          When it goes down
        </Switch>
        <Switch isSelected={at('onRecovery') === true} onChange={set('onRecovery')}>
          When it is up again
        </Switch>
        <Switch isSelected={at('onDegraded') === true} onChange={set('onDegraded')}>
          When it is degraded
        </Switch>
      </div>
      <NumberField
        label="Only when it lasts for"
        unit="minutes"
        value={Number(at('delayMinutes') ?? 0)}
        onChange={set('delayMinutes')}
        error={errorOf('alerts.delayMinutes')}
      />
      <NumberField
        label="Again while it lasts, every"
        hint="Empty: once."
        unit="minutes"
        value={typeof repeat === 'number' ? repeat : Number.NaN}
        onChange={(value) => set('repeatMinutes')(Number.isNaN(value) ? null : value)}
        error={errorOf('alerts.repeatMinutes')}
      />
      <TextLines
        label="Before a certificate expires"
        hint="Days, one on each line."
        text={linesOf(at('tlsExpiryDays'))}
        onChange={(text) => set('tlsExpiryDays')(listOf(text).map(Number))}
        error={errorOf('alerts.tlsExpiryDays')}
      />
    </>
  )
}
