export function withBundledParts(root: string, code: string, source: string): string
