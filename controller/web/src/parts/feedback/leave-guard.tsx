import { Dialog } from '../controls/dialog.tsx'
import { LEAVE_TITLE, LeaveWords } from './leave-words.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Asks before what was typed is left behind, by whatever way.
 *  @param isDirty asked at that moment */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { isAsked, say } = useLeaveGuard(isDirty)
  return (
    <Dialog title={LEAVE_TITLE} isOpen={isAsked} onClose={() => say(true)}>
      <LeaveWords onLeave={() => say(false)} onStay={() => say(true)} />
    </Dialog>
  )
}
