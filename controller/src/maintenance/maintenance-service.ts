import type { ServiceContext } from '../db/service-context.ts'
import { cancelOccurrence, moveOccurrence } from './change-occurrence.ts'
import { changeWindow, removeWindow } from './change-window.ts'
import { createWindow, createWindowOnce, findSame } from './create-window.ts'
import { getWindow, getWindows } from './read-windows.ts'
import type {
  OccurrenceChangeInput,
  WindowChangeInput,
  WindowCreationInput,
} from './window-input.ts'
import type { WindowView } from './window-view.ts'

/** Everything the API does with maintenance windows; each call throws AppError for what it refuses. */
export type MaintenanceService = ReturnType<typeof createMaintenanceService>

export function createMaintenanceService(context: ServiceContext) {
  const view = async (workspaceId: number, id: string): Promise<WindowView> =>
    (await getWindow(context, workspaceId, id)).maintenance
  return {
    get: (workspaceId: number, id: string) => getWindow(context, workspaceId, id),
    list: (workspaceId: number, page: Parameters<typeof getWindows>[2]) =>
      getWindows(context, workspaceId, page),
    async create(workspaceId: number, input: WindowCreationInput): Promise<WindowView> {
      return view(workspaceId, await createWindow(context, workspaceId, input))
    },
    createOnce: (workspaceId: number, input: WindowCreationInput) =>
      createWindowOnce(context, workspaceId, input),
    findSame: (workspaceId: number, input: WindowCreationInput) =>
      findSame(context, workspaceId, input),
    async change(workspaceId: number, id: string, input: WindowChangeInput): Promise<WindowView> {
      await changeWindow(context, workspaceId, id, input)
      return view(workspaceId, id)
    },
    remove: (workspaceId: number, id: string) => removeWindow(context, workspaceId, id),
    moveOccurrence: (workspaceId: number, id: string, input: OccurrenceChangeInput) =>
      moveOccurrence(context, workspaceId, id, input),
    cancelOccurrence: (workspaceId: number, id: string) =>
      cancelOccurrence(context, workspaceId, id),
  } as const
}
