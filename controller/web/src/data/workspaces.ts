import { api } from './api.ts'
import { queryClient } from './query-client.ts'

/** All tabs of the browser work there from now on. */
export async function chooseWorkspace(workspaceId: string): Promise<void> {
  await api('/api/v1/me/workspace', { method: 'POST', body: { workspaceId }, isForAnybody: true })
}

/** Works in another workspace of the person from now on. */
export async function goToWorkspace(workspaceId: string): Promise<void> {
  await chooseWorkspace(workspaceId)
  beginAnew()
}

/** Nothing of the workspace before may stay on the screen. */
export function beginAnew(): void {
  queryClient.clear()
  location.assign('/')
}

/** @returns its id */
export async function makeWorkspace(name: string): Promise<string> {
  const answer = await api<{ workspace: { id: string } }>('/api/v1/workspaces', {
    method: 'POST',
    body: { name },
  })
  return answer.workspace.id
}

/** Names the workspace that one works in anew. */
export async function renameWorkspace(name: string): Promise<void> {
  await api('/api/v1/workspace', { method: 'PATCH', body: { name } })
}
