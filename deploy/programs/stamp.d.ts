export function stampOfSources(root: string): string
