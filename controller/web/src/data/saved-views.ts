import { stored } from './stored.ts'

/** A way to look at the list of monitors, under a name. */
export interface SavedView {
  readonly name: string
  /** What stands in the address. */
  readonly search: Readonly<Record<string, string>>
}

const MOST = 20

/** What is stored may be of another version, or of somebody's hands. */
function readViews(text: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(text)
    return Array.isArray(views) ? views.filter(isView).slice(0, MOST) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<SavedView>
  return (
    typeof name === 'string' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((each) => typeof each === 'string')
  )
}

const kept = stored('monitorViews', '[]', (text): text is string => text.startsWith('['))

/** The views that the person saved in this browser, and what changes them. */
export function useSavedViews() {
  const views = readViews(kept.use())
  const write = (next: readonly SavedView[]): void => kept.write(JSON.stringify(next.slice(-MOST)))
  return {
    views,
    /** One of the same name is replaced. */
    save: (view: SavedView) => write([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => write(views.filter((view) => view.name !== name)),
  }
}

const LOOKS = ['list', 'groups', 'tiles', 'wall'] as const
export type ListLook = (typeof LOOKS)[number]

export const isLook = (text: string | undefined): text is ListLook =>
  (LOOKS as readonly (string | undefined)[]).includes(text)

/** How the person looked at the monitors last. */
export const lastLook = stored<ListLook>('monitorsLook', 'list', isLook)
