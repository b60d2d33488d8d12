import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { IconButton } from './icon-button.tsx'

export interface OpenDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly canClose?: boolean
  readonly children: ReactNode
}

/** A dialog that is open. */
export function OpenDialog({
  title,
  onClose,
  isWide = false,
  canClose = true,
  children,
}: OpenDialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={canClose}
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
              <IconButton name="Close" onPress={onClose}>
                <X aria-hidden />
              </IconButton>
            ) : null}
          </header>
          <div className="px-5 py-4">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
