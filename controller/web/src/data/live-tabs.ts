/** A tab is there as long as it says so: one that crashed cannot say that it is gone. */
export const SAYS_EVERY_MS = 20_000
export const THERE_FOR_MS = 60_000

/** What a tab tells the worker: whether it is looked at, or that it goes. */
export type TabMessage = 'seen' | 'hidden' | 'gone'

/** Tabs of one browser that follow one workspace. Pure but for what it keeps.
 *  @param T what they are told by */
export interface LiveTabs<T> {
  readonly told: (tab: T, message: TabMessage, nowMs: number) => void
  /** Whether any of them is looked at. */
  readonly isSeen: (nowMs: number) => boolean
  readonly all: () => readonly T[]
}

export function createLiveTabs<T>(): LiveTabs<T> {
  const tabs = new Map<T, { isSeen: boolean; saidAtMs: number }>()
  return {
    told(tab, message, nowMs) {
      if (message === 'gone') tabs.delete(tab)
      else tabs.set(tab, { isSeen: message === 'seen', saidAtMs: nowMs })
    },
    // Timers of hidden tabs rest: of those that are seen alone it says something when they are silent.
    isSeen: (nowMs) =>
      [...tabs.values()].some(({ isSeen, saidAtMs }) => isSeen && nowMs - saidAtMs < THERE_FOR_MS),
    all: () => [...tabs.keys()],
  }
}
