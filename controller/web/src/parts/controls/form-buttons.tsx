import { Button } from './button.tsx'

/** The end of a form in a dialog or on a page: leave it as it was, or send it. @param action what sending does */
export function FormButtons({
  action,
  isPending,
  isDisabled = false,
  onCancel,
}: {
  action: string
  isPending: boolean
  isDisabled?: boolean
  onCancel: () => void
}) {
  return (
    <div className="flex justify-end gap-2">
      <Button look="quiet" onPress={onCancel}>
        Cancel
      </Button>
      <Button look="primary" type="submit" isDisabled={isDisabled} isPending={isPending}>
        {action}
      </Button>
    </div>
  )
}
