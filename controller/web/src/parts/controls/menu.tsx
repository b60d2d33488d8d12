import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { ITEM_CLASSES, POPOVER_CLASSES } from './select.tsx'

export interface MenuEntry {
  readonly id: string
  readonly text: string
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly onAction: () => void
}

/** @param trigger the button that opens it */
export function Menu({
  trigger,
  entries,
  label,
}: {
  trigger: ReactNode
  entries: readonly MenuEntry[]
  label: string
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={classes(POPOVER_CLASSES, 'min-w-44')}>
        <AriaMenu aria-label={label} className="outline-none">
          {entries.map(({ id, text, icon, isDanger = false, isDisabled = false, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              isDisabled={isDisabled}
              onAction={onAction}
              className={classes(
                ITEM_CLASSES,
                '[&_svg]:size-4 [&_svg]:text-ink-faint',
                isDanger && 'text-down',
              )}
            >
              {icon}
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
