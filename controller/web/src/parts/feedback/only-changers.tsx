import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePermissions } from '../../data/me.ts'
import { buttonClasses } from '../controls/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** A page that is for changing something: nobody fills in a form that is refused in the end. */
export function OnlyChangers({ children }: { children: ReactNode }) {
  const { manageMonitoring, viewMonitoring } = usePermissions()
  if (manageMonitoring) return children
  return (
    <EmptyState
      title="You may not change monitoring in this workspace"
      action={
        <Link to={viewMonitoring ? '/monitors' : '/audit'} className={buttonClasses('plain')}>
          {viewMonitoring ? 'To the monitors' : 'To the audit'}
        </Link>
      }
    >
      An admin of it can make you an editor, who may.
    </EmptyState>
  )
}
