import { Button } from '../controls/button.tsx'

export const LEAVE_TITLE = 'Leave without saving?'

/** Asks whether what was typed may be gone. */
export function LeaveWords({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <>
      <p className="text-sm text-ink-soft">What you typed here is not saved, and would be gone.</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="danger" onPress={onLeave}>
          Leave
        </Button>
        <Button look="primary" onPress={onStay}>
          Stay here
        </Button>
      </div>
    </>
  )
}
