import type { ReactNode } from 'react'

/** What one line of a menu says and does. */
export interface MenuEntry {
  readonly id: string
  readonly text: string
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly onAction: () => void
}
