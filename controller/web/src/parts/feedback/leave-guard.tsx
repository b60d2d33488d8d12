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
    <Dialog title="Leave without saving?" isOpen={status === 'blocked'} onClose={() => reset?.()}>
      <p className="text-sm text-ink-soft">What you typed here is not saved, and would be gone.</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="danger" onPress={() => proceed?.()}>
          Leave
        </Button>
        <Button look="primary" onPress={() => reset?.()}>
          Stay here
        </Button>
      </div>
    </Dialog>
  )
}
