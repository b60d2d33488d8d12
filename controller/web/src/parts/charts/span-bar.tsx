/** From one value to another on an axis that several rows share: an average and how far most stay below.
 *  The numbers stand beside it.
 *  @param most end of the axis */
export function SpanBar({ from, to, most }: { from: number; to: number; most: number }) {
  const at = (value: number): number => (most === 0 ? 0 : (value / most) * 100)
  return (
    <svg aria-hidden viewBox="0 0 100 10" preserveAspectRatio="none" className="h-2.5 w-full">
      <rect y={4} width={100} height={2} className="text-line" fill="currentColor" />
      <rect
        x={at(from)}
        y={3}
        width={Math.max(0.5, at(to) - at(from))}
        height={4}
        className="text-accent-fill"
        fill="currentColor"
        opacity={0.45}
      />
      <rect
        x={Math.max(0, at(from) - 0.5)}
        width={1}
        height={10}
        className="text-accent-fill"
        fill="currentColor"
      />
    </svg>
  )
}
