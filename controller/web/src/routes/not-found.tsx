import { Link } from '@tanstack/react-router'
import { useMe } from '../data/me.ts'
import { buttonClasses } from '../parts/controls/button.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Page } from '../parts/layout/page.tsx'
import { Shell } from './shell.tsx'

/** For an address that is no page of the app: whoever is signed in has the ways to all pages around it. */
export function NotFound() {
  const me = useMe()
  const page = (
    <Page title="There is no such page">
      <EmptyState
        title="Nothing is at this address"
        action={
          <Link to="/" className={buttonClasses('plain')}>
            To the overview
          </Link>
        }
      >
        It may be mistyped, or what was here is gone.
      </EmptyState>
    </Page>
  )
  if (me.data != null) return <Shell>{page}</Shell>
  return <main>{page}</main>
}
