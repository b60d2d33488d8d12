import { Bookmark, BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { SavedView } from '../../data/saved-views.ts'
import { useSavedViews } from '../../data/saved-views.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { tellDone } from '../feedback/toasts.tsx'

const NAME_LENGTH = 60

/** Views that were saved, and a way to save this one. */
export function ViewMenu({
  search,
  onShow,
}: {
  /** What stands in the address now. */
  search: SavedView['search']
  onShow: (search: SavedView['search']) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const { views, save, remove } = useSavedViews()
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Bookmark aria-hidden />
        Views
      </Button>
      <Dialog title="Saved views" isOpen={isOpen} onClose={() => setOpen(false)}>
        {views.length === 0 ? (
          <EmptyState title="No view is saved yet">
            A view keeps filters, order and look under a name, in this browser.
          </EmptyState>
        ) : (
          <ul className="-mx-2">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-2">
                <button
                  type="button"
                  className="min-w-0 flex-1 cursor-pointer rounded-lg px-2 py-2 text-left text-sm font-medium break-words hover:bg-hover"
                  onClick={() => {
                    onShow(view.search)
                    setOpen(false)
                  }}
                >
                  {view.name}
                </button>
                <IconButton
                  name={`Remove ${view.name}`}
                  onPress={() => {
                    remove(view.name)
                    tellDone(`The view ${view.name} is removed.`, () => save(view))
                  }}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <form
          className="mt-4 flex items-end gap-2 border-t border-line pt-4"
          onSubmit={(event) => {
            event.preventDefault()
            save({ name: name.trim().slice(0, NAME_LENGTH), search })
            tellDone(`The view ${name.trim()} is saved.`)
            setName('')
            setOpen(false)
          }}
        >
          <TextField
            label="Save what is shown now as"
            className="min-w-0 flex-1"
            value={name}
            onChange={setName}
          />
          <Button type="submit" isDisabled={name.trim() === ''}>
            <BookmarkPlus aria-hidden />
            Save
          </Button>
        </form>
      </Dialog>
    </>
  )
}
