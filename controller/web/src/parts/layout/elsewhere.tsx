import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../data/me.ts'
import { beginAnew, chooseWorkspace } from '../../data/workspaces.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'

/** All tabs of a browser have one session: what this page shows is of where it was, and what was typed there stays
 *  until somebody says where to go on.
 *  @param here as whom the page was loaded
 *  @param there as whom the browser works by now */
export function Elsewhere({ here, there }: { here: Me; there: Me }) {
  const queries = useQueryClient()
  const { workspace } = here
  const back = useMutation({
    mutationFn: (id: string) => chooseWorkspace(id),
    onSuccess: () => queries.invalidateQueries(),
  })
  const canGoBack = workspace !== null && there.workspaces.some(({ id }) => id === workspace.id)
  const where = there.workspace?.name ?? 'no workspace'
  return (
    <Dialog title="You went elsewhere in another tab" isOpen canClose={false} onClose={beginAnew}>
      <p className="text-sm text-ink-soft">
        {here.person.email === there.person.email
          ? `All tabs of this browser work in “${where}” now.`
          : `Somebody signed in as ${there.person.email}, for all tabs of this browser.`}{' '}
        This page is of “{workspace?.name}”, and nothing of it can be changed from there.
      </p>
      {back.error === null ? null : (
        <p role="alert" className="mt-3 text-sm text-down">
          {back.error.message}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {canGoBack ? (
          <Button isPending={back.isPending} onPress={() => back.mutate(workspace.id)}>
            Come back to “{workspace.name}”
          </Button>
        ) : null}
        <Button look="primary" onPress={beginAnew}>
          Go on in “{where}”
        </Button>
      </div>
    </Dialog>
  )
}
