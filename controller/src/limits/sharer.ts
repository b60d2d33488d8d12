/** Whose work it is, where works wait for each other: people of one workspace share their turns.
 *  @param workspaceId its number */
export function sharerOfWorkspace(workspaceId: number): string {
  return `workspace ${workspaceId}`
}

/** The same for a key, which may belong to no workspace: then it shares with nobody. */
export function sharerOfKey(key: {
  readonly keyId: number
  readonly workspaceId: number | null
}): string {
  return key.workspaceId === null ? `key ${key.keyId}` : sharerOfWorkspace(key.workspaceId)
}
