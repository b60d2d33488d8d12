import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../controls/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Page } from './page.tsx'

/** In place of a page of monitoring, for who has a link to it and a role that does not see it. */
export function NoAccess() {
  return (
    <Page title="Not for your role">
      <EmptyState
        title="You may not see monitoring in this workspace"
        action={
          <Link to="/audit" className={buttonClasses('plain')}>
            To the audit
          </Link>
        }
      >
        An admin of it can make you a viewer, who may.
      </EmptyState>
    </Page>
  )
}
