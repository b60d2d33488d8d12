/** What has to be undone at the end, however the end comes. */
export interface CleanUp {
  readonly add: (undo: () => unknown) => void
  /** Undoes everything, the latest first; what fails is told and holds up nothing else. */
  readonly run: () => Promise<void>
}

export function createCleanUp(): CleanUp {
  const open: (() => unknown)[] = []
  return {
    add: (undo) => {
      open.push(undo)
    },
    async run() {
      for (let undo = open.pop(); undo !== undefined; undo = open.pop()) {
        try {
          await undo()
        } catch (error: unknown) {
          console.error('Something was left behind:', error)
        }
      }
    },
  }
}
