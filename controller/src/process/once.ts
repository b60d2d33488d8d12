/** Has work done at most once: whoever asks again waits for the same. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= work()
    return running
  }
}
