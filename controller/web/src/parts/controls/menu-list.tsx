import type { RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { classes } from '../class-names.ts'
import type { MenuEntry } from './menu-entry.ts'
import { ITEM_CLASSES, POPOVER_CLASSES } from './popover-classes.ts'

/** The entries of a menu that is open. */
export function MenuList({
  trigger,
  entries,
  label,
  onClose,
}: {
  trigger: RefObject<HTMLElement | null>
  entries: readonly MenuEntry[]
  label: string
  onClose: () => void
}) {
  return (
    <Popover
      trigger="MenuTrigger"
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
      placement="bottom start"
      className={classes(POPOVER_CLASSES, 'min-w-44')}
    >
      <Menu aria-label={label} autoFocus="first" onClose={onClose} className="outline-none">
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
      </Menu>
    </Popover>
  )
}
