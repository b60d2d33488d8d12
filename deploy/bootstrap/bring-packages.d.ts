export function bringPackages(
  names: readonly string[],
  folder: string,
  deadline: number,
): Promise<string | null>
