import { Bookmark, BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { formErrors } from '../../data/field-errors.ts'
import type { SavedView } from '../../data/saved-views.ts'
import { useSavedViews } from '../../data/saved-views.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Form } from '../controls/form.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { FormError } from '../feedback/form-error.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone, tellFailure } from '../feedback/toasts.tsx'

type Search = SavedView['search']

/** Views that were saved, and a way to save this one. */
export function ViewMenu({
  search,
  onShow,
}: {
  /** What stands in the address now. */
  search: Search
  onShow: (search: Search) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Bookmark aria-hidden />
        Views
      </Button>
      <Dialog title="Saved views" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Views
          search={search}
          onDone={() => setOpen(false)}
          onShow={(shown) => {
            onShow(shown)
            setOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

function Views({
  search,
  onShow,
  onDone,
}: {
  search: Search
  onShow: (search: Search) => void
  onDone: () => void
}) {
  const { query, save, remove } = useSavedViews()
  return (
    <>
      <Loaded query={query}>
        {({ views }) =>
          views.length === 0 ? (
            <EmptyState title="No view is saved yet">
              A view keeps filters, order and look under a name, for you alone.
            </EmptyState>
          ) : (
            <ul className="-mx-2">
              {views.map((view) => (
                <li key={view.name} className="flex items-center gap-2">
                  <button
                    type="button"
                    className="min-w-0 flex-1 cursor-pointer rounded-lg px-2 py-2 text-left text-sm font-medium break-words hover:bg-hover"
                    onClick={() => onShow(view.search)}
                  >
                    {view.name}
                  </button>
                  <IconButton
                    name={`Remove ${view.name}`}
                    onPress={() =>
                      remove.mutate(view.name, {
                        onSuccess: () =>
                          tellDone(`The view ${view.name} is removed.`, () => save.mutate(view)),
                        onError: tellFailure,
                      })
                    }
                  >
                    <X aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <SaveForm search={search} save={save} onDone={onDone} />
    </>
  )
}

function SaveForm({
  search,
  save,
  onDone,
}: {
  search: Search
  save: ReturnType<typeof useSavedViews>['save']
  onDone: () => void
}) {
  const [name, setName] = useState('')
  const errors = formErrors(save.error, (path) => path === 'name')
  return (
    <Form
      className="mt-4 space-y-3 border-t border-line pt-4"
      isPending={save.isPending}
      onSend={() =>
        save.mutate(
          { name: name.trim(), search },
          {
            onSuccess() {
              tellDone(`The view ${name.trim()} is saved.`)
              onDone()
            },
          },
        )
      }
    >
      <div className="flex items-end gap-2">
        <TextField
          label="Save what is shown now as"
          className="min-w-0 flex-1"
          value={name}
          onChange={setName}
          error={errors.of('name')}
        />
        <Button type="submit" isDisabled={name.trim() === ''} isPending={save.isPending}>
          <BookmarkPlus aria-hidden />
          Save
        </Button>
      </div>
      <FormError text={errors.rest} />
    </Form>
  )
}
