/** Asks the API as the owner. @throws when it refuses */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>
