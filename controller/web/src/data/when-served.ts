const ASK_EVERY_MS = 2_000

/** Loads a part of the app; while nothing answers it waits until something does, and then loads it again. Else the page
 *  is loaded anew when a part of it does not come, as after an update, and there would be nothing in its place.
 *  @throws what `load` throws although there is an answer */
export async function whenServed<T>(
  load: () => Promise<T>,
  isServed: () => Promise<boolean> = isAnswered,
  askEveryMs = ASK_EVERY_MS,
): Promise<T> {
  try {
    return await load()
  } catch {
    while (!(await isServed())) {
      await new Promise((resolve) => {
        setTimeout(resolve, askEveryMs)
      })
    }
    return load()
  }
}

/** Also by a controller that is not ready: it serves the app. */
async function isAnswered(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
