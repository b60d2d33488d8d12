export function bundlePrograms(root: string, folder?: string): Promise<void>
