import { MAX_COMPONENTS } from '@sightline/shared/status-page-size'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Card } from '../layout/card.tsx'
import { MonitorsPick } from '../monitors-pick.tsx'
import type { DraftComponent } from './draft.ts'
import { moved } from './draft.ts'

type Field = 'name' | 'description' | 'group'

/** What the page shows, in its order and by the names that the public reads. */
export function Components({
  components,
  onChange,
  errorOf,
}: {
  components: readonly DraftComponent[]
  onChange: (components: readonly DraftComponent[]) => void
  errorOf: (index: number, field: Field) => string | undefined
}) {
  return (
    <Card title="What it shows">
      <div className="space-y-4">
        {components.length === 0 ? null : (
          <ol className="space-y-3">
            {components.map((component, index) => (
              <li
                key={component.monitorId}
                className="max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:p-3"
              >
                <ComponentRow
                  component={component}
                  isFirst={index === 0}
                  isLast={index === components.length - 1}
                  onChange={(changed) => onChange(components.with(index, changed))}
                  onMove={(by) => onChange(moved(components, index, by))}
                  onRemove={() => onChange(components.toSpliced(index, 1))}
                  errorOf={(field) => errorOf(index, field)}
                />
              </li>
            ))}
          </ol>
        )}
        <MonitorsPick
          label="Monitors on the page"
          picked={components.map(({ monitorId }) => monitorId)}
          most={MAX_COMPONENTS}
          onChange={(ids, found) =>
            onChange([
              ...components.filter(({ monitorId }) => ids.includes(monitorId)),
              ...found
                .filter(({ id }) => ids.includes(id) && !isThere(components, id))
                .map(componentOf),
            ])
          }
        />
      </div>
    </Card>
  )
}

const isThere = (components: readonly DraftComponent[], id: string): boolean =>
  components.some(({ monitorId }) => monitorId === id)

function componentOf({ id, name }: { readonly id: string; readonly name: string }): DraftComponent {
  return { monitorId: id, monitorName: name, name, description: '', group: '' }
}

function ComponentRow({
  component,
  isFirst,
  isLast,
  onChange,
  onMove,
  onRemove,
  errorOf,
}: {
  component: DraftComponent
  isFirst: boolean
  isLast: boolean
  onChange: (changed: DraftComponent) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  errorOf: (field: Field) => string | undefined
}) {
  const { monitorName } = component
  // The first row's names stand above all of them, where there is room for one row each.
  const label = (text: string) => <span className={isFirst ? '' : 'lg:sr-only'}>{text}</span>
  const field = (name: Field) => ({
    value: component[name],
    onChange: (value: string) => onChange({ ...component, [name]: value }),
    error: errorOf(name),
  })
  return (
    <div role="group" aria-label={monitorName} className="flex items-start gap-2">
      <div className="grid grid-cols-1 min-w-0 flex-1 gap-3 lg:grid-cols-3">
        <TextField
          label={label('Public name')}
          placeholder={monitorName}
          hint={component.name === monitorName ? undefined : `Monitor: ${monitorName}`}
          {...field('name')}
        />
        <TextField label={label('A few words on it')} {...field('description')} />
        <TextField label={label('Under the heading')} placeholder="None" {...field('group')} />
      </div>
      <span className={classes('flex flex-col lg:flex-row', isFirst ? 'lg:mt-6' : 'lg:mt-1')}>
        <IconButton name={`Move ${monitorName} up`} isDisabled={isFirst} onPress={() => onMove(-1)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton name={`Move ${monitorName} down`} isDisabled={isLast} onPress={() => onMove(1)}>
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton name={`Take ${monitorName} off the page`} onPress={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}
