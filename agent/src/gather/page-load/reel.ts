import { MAX_FRAMES } from '@sightline/shared/analyses/filmstrip'

/** What a page looked like from a moment on. */
export interface FilmFrame {
  /** ms after the navigation's start, with one decimal. */
  readonly atMs: number
  /** A jpeg as base64. */
  readonly data: string
}

/** Pictures of a load, as they come. */
export interface Reel {
  /** Takes the next picture; one that shows nothing new changes nothing. Pictures of a window of another size were drawn
   *  before it had the device's: the first of that size stands from when they did.
   *  @param windowSize as text, the same for the same */
  readonly add: (frame: FilmFrame, windowSize: string) => void
  /** At most 16: the first and the last, and what was between. */
  readonly read: () => readonly FilmFrame[]
}

/** What is shown for less time nobody sees, while pictures come as often as screens show them. */
const GAP_MS = 40

/** Leaves out each picture that stood, with the one before it, for less than a time; not the last. */
function thinOut(frames: readonly FilmFrame[], gapMs: number): FilmFrame[] {
  const kept: FilmFrame[] = []
  for (const frame of frames) {
    const before = kept.at(-2)
    if (before !== undefined && frame.atMs - before.atMs < gapMs) kept.pop()
    kept.push(frame)
  }
  return kept
}

/** A reel without pictures. One of a page that never rests keeps them at times that are further and further apart, so
 *  that it takes no more memory the longer it runs. */
export function createReel(): Reel {
  let frames: FilmFrame[] = []
  let gapMs = GAP_MS
  let size = ''
  return {
    add(frame, windowSize) {
      const [first = frame] = frames
      if (windowSize !== size) frames = [{ ...frame, atMs: first.atMs }]
      size = windowSize
      if (frames.at(-1)?.data === frame.data) return
      frames = thinOut([...frames, frame], gapMs)
      while (frames.length > MAX_FRAMES) {
        gapMs *= 2
        frames = thinOut(frames, gapMs)
      }
    },
    read: () => frames,
  }
}
