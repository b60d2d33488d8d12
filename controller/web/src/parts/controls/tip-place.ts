interface Box {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

const BESIDE_PX = 6

/** Where the name of a control stands, in the window: above its middle, below where there is no room, never over an
 *  edge. Pure.
 *  @param width of the window */
export function tipPlace(
  control: Box,
  tip: Pick<Box, 'width' | 'height'>,
  width: number,
): { left: number; top: number } {
  const middle = control.left + (control.width - tip.width) / 2
  const above = control.top - tip.height - BESIDE_PX
  const furthest = width - tip.width - BESIDE_PX
  return {
    left: Math.max(BESIDE_PX, Math.min(middle, furthest)),
    top: above < BESIDE_PX ? control.bottom + BESIDE_PX : above,
  }
}
