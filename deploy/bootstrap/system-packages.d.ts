/** Returns null when they are installed, else why not. */
export function installPackages(
  packages: readonly { name: string }[],
  deadline: number,
): Promise<string | null>
