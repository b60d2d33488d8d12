import type { MonitorType } from '@sightline/shared/check-words'
import { SETTINGS } from '../../words/settings/index.ts'
import { Fold } from './fold.tsx'
import type { Tree } from './paths.ts'
import { isSame, valueAt, withValueAt } from './paths.ts'
import type { ControlContext } from './setting-control.tsx'
import { SettingControl } from './setting-control.tsx'
import { isShown } from './typed-settings.ts'

/** The settings of a type; groups in which nothing differs from the defaults are folded. */
export function SettingGroups({
  type,
  settings,
  defaults,
  onChange,
  context,
}: {
  type: MonitorType
  settings: Tree
  defaults: Tree
  onChange: (settings: Tree) => void
  context: Omit<ControlContext, 'isOptional'>
}) {
  const at = (path: string): unknown => valueAt(settings, path)
  return SETTINGS[type].map(({ title, fields, isOpen = false }) => {
    const isTouched = fields.some(
      ({ path }) => !isSame(at(path), valueAt(defaults, path)) || context.errorOf(path),
    )
    const shown = fields.filter((field) => isShown(field, settings))
    return (
      <Fold key={`${type} ${title}`} title={title} isOpen={isOpen || isTouched}>
        {shown.map((field) => (
          <SettingControl
            key={field.path}
            field={field}
            value={at(field.path)}
            onChange={(value) => onChange(withValueAt(settings, field.path, value))}
            context={{ ...context, isOptional: (path) => valueAt(defaults, path) === null }}
          />
        ))}
      </Fold>
    )
  })
}
