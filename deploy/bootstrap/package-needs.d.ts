interface Machine {
  readonly family: string
  readonly isRoot: boolean
  readonly isAllowed: boolean
  readonly usesPackagedChrome: boolean
  readonly hasProgram: (name: string) => boolean
  readonly hasLibrary: (name: string) => boolean
  readonly hasFont: (pattern: RegExp) => boolean
}

interface Need {
  readonly name: string
  readonly purpose: string
}

export function missingPackages(machine: Machine): Need[]
export function waysOf(
  missing: readonly Need[],
  machine: Machine,
): { install: readonly Need[]; bring: readonly Need[] }
export function advice(missing: readonly Need[], family: string): string[]
