import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { ITEM_CLASSES, POPOVER_CLASSES } from './popover-classes.ts'
import type { Choice } from './choice.ts'

/** The choices of a select that is open. */
export function SelectList<V extends string>({
  trigger,
  labelledBy,
  choices,
  value,
  onChange,
  onClose,
}: {
  trigger: RefObject<HTMLElement | null>
  labelledBy: string
  choices: readonly Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  onClose: () => void
}) {
  return (
    <Popover
      trigger="Select"
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
      placement="bottom start"
      className={classes(POPOVER_CLASSES, 'min-w-(--trigger-width) overflow-auto')}
    >
      <ListBox
        aria-labelledby={labelledBy}
        items={choices}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(keys) => {
          const [key] = keys
          if (key !== undefined && key !== value) onChange(key as V)
        }}
        autoFocus={value === null ? 'first' : true}
        className="outline-none"
      >
        {/* By its id an item is known again when others come before it, such as the zone that is chosen. */}
        {(choice) => <SelectItem id={choice.value} choice={choice} onPress={onClose} />}
      </ListBox>
    </Popover>
  )
}

function SelectItem<V extends string>({
  id,
  choice,
  onPress,
}: {
  id: V
  choice: Choice<V>
  onPress: () => void
}) {
  return (
    <ListBoxItem
      id={id}
      textValue={choice.text}
      className={ITEM_CLASSES}
      // Also the one that is picked already.
      onPress={onPress}
    >
      {({ isSelected }) => (
        <>
          <span className="flex-1">
            {choice.text}
            {choice.hint === undefined ? null : (
              <span className="block text-xs text-ink-faint">{choice.hint}</span>
            )}
          </span>
          <Check
            aria-hidden
            className={classes('size-4 text-accent', !isSelected && 'invisible')}
          />
        </>
      )}
    </ListBoxItem>
  )
}
