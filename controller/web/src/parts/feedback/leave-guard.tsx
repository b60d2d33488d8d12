import { useBlocker } from '@tanstack/react-router'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'

/** Asks before what was typed is left behind, by whatever way.
 *  @param isDirty asked at that moment */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <LeaveQuestion
      isOpen={status === 'blocked'}
      onLeave={() => proceed?.()}
      onStay={() => reset?.()}
    />
  )
}

/** Whether what was typed may be gone. */
export function LeaveQuestion({
  isOpen,
  onLeave,
  onStay,
}: {
  isOpen: boolean
  onLeave: () => void
  onStay: () => void
}) {
  return (
    <Dialog title="Leave without saving?" isOpen={isOpen} onClose={onStay}>
      <p className="text-sm text-ink-soft">What you typed here is not saved, and would be gone.</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="danger" onPress={onLeave}>
          Leave
        </Button>
        <Button look="primary" onPress={onStay}>
          Stay here
        </Button>
      </div>
    </Dialog>
  )
}
