import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { LEAVE_TITLE, LeaveWords } from '../feedback/leave-words.tsx'
import { useLeaveGuard } from '../feedback/use-leave-guard.ts'
import { IconButton } from './icon-button.tsx'
import { useFocusAfter } from './use-focus-after.ts'

/** Where a form or a field of it says what is wrong. */
const REFUSED = '[role="alert"], [aria-invalid="true"]'

export interface OpenDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly canClose?: boolean
  /** What is typed in it is an answer, which nobody misses: it closes without a question. */
  readonly isAnswer?: boolean
  readonly children: ReactNode
}

/** A dialog that is open. One that something was typed in is not closed by a press beside it, and asks before it closes. */
export function OpenDialog({
  title,
  onClose,
  isWide = false,
  canClose = true,
  isAnswer = false,
  children,
}: OpenDialogProps) {
  const place = useRef<HTMLDivElement>(null)
  const typed = useRef<'nothing' | 'something' | 'sent'>('nothing')
  const [isLeaving, setLeaving] = useState(false)
  useFocusAfter()
  // What was taken has left its form.
  const isKept = (): boolean =>
    typed.current !== 'nothing' && place.current?.querySelector('form') != null
  const close = (): void => (isKept() ? setLeaving(true) : onClose())
  // Whoever sends a form may be led on by that, unless it was refused.
  const isTaken = (): boolean =>
    typed.current === 'sent' && place.current?.querySelector(REFUSED) === null
  const { isAsked, say } = useLeaveGuard(() => isKept() && !isTaken())
  function stay(): void {
    say(true)
    setLeaving(false)
  }
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) close()
      }}
      isDismissable={canClose}
      shouldCloseOnInteractOutside={() => typed.current === 'nothing'}
      isKeyboardDismissDisabled={!canClose}
      className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto bg-black/40 p-4 pt-[8vh] backdrop-blur-[2px]"
    >
      <Modal
        className={classes(
          'w-full rounded-2xl border border-line bg-raised shadow-raised',
          isWide ? 'max-w-3xl' : 'max-w-lg',
        )}
      >
        <AriaDialog className="outline-none">
          <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
            <Heading slot="title" className="text-base font-semibold">
              {title}
            </Heading>
            {canClose ? (
              <IconButton name="Close" onPress={close}>
                <X aria-hidden />
              </IconButton>
            ) : null}
          </header>
          <div
            ref={place}
            className="px-5 py-4"
            onInput={({ target }) => {
              if (isAnswer || !canClose || (target as Element).closest('form') === null) return
              typed.current = 'something'
            }}
            onSubmit={() => {
              if (typed.current === 'something') typed.current = 'sent'
            }}
          >
            {children}
          </div>
        </AriaDialog>
        {isAsked || isLeaving ? (
          <OpenDialog title={LEAVE_TITLE} onClose={stay}>
            <LeaveWords onLeave={() => (isAsked ? say(false) : onClose())} onStay={stay} />
          </OpenDialog>
        ) : null}
      </Modal>
    </ModalOverlay>
  )
}
