import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { stored } from './stored.ts'

/** A way to look at the list of monitors, under a name. */
export interface SavedView {
  readonly name: string
  /** What stands in the address. */
  readonly search: Readonly<Record<string, string>>
}

const PATH = '/api/v1/me/views'

interface Views {
  readonly views: readonly SavedView[]
}

const saveView = (view: SavedView): Promise<Views> =>
  api<Views>(PATH, { method: 'PUT', body: view })

/** Views were kept in the browser before: those go to the person's, once. */
async function takenOver({ views }: Views): Promise<Views> {
  const kept = readKept(keptHere.read())
  keptHere.write('[]')
  const isNew = ({ name }: SavedView): boolean => views.every((view) => view.name !== name)
  let all: Views = { views }
  for (const view of kept.filter(isNew)) all = await saveView(view)
  return all
}

const viewsQuery = queryOptions({
  queryKey: ['savedViews'],
  queryFn: async ({ signal }) => takenOver(await api<Views>(PATH, { signal })),
})

/** The views that the person saved, and what changes them. */
export function useSavedViews() {
  const queries = useQueryClient()
  const query = useQuery(viewsQuery)
  const onSuccess = (views: Views) => queries.setQueryData(viewsQuery.queryKey, views)
  const save = useMutation({ mutationFn: saveView, onSuccess })
  const remove = useMutation({
    mutationFn: (name: string) =>
      api<Views>(`${PATH}/${encodeURIComponent(name)}`, { method: 'DELETE' }),
    onSuccess,
  })
  return { query, save, remove }
}

/** What is stored may be of another version, or of somebody's hands. */
function readKept(text: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(text)
    return Array.isArray(views) ? views.filter(isView) : []
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

const keptHere = stored('monitorViews', '[]', (text): text is string => text.startsWith('['))

const LOOKS = ['list', 'groups', 'tiles', 'wall'] as const
export type ListLook = (typeof LOOKS)[number]

export const isLook = (text: string | undefined): text is ListLook =>
  (LOOKS as readonly (string | undefined)[]).includes(text)

/** How the person looked at the monitors last. */
export const lastLook = stored<ListLook>('monitorsLook', 'list', isLook, '/monitors')
