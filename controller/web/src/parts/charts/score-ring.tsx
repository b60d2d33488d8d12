const RADIUS = 16
const ROUND = 2 * Math.PI * RADIUS
const WELL_FROM = 90
const FAIR_FROM = 60

export function scoreTone(score: number): string {
  if (score >= WELL_FROM) return 'text-up'
  return score >= FAIR_FROM ? 'text-degraded' : 'text-down'
}

/** A score of 100 as a ring. */
export function ScoreRing({
  score,
  label,
  isSmall = false,
}: {
  score: number
  label: string
  isSmall?: boolean
}) {
  return (
    <svg
      role="img"
      aria-label={`${label}: ${score} of 100`}
      viewBox="0 0 40 40"
      className={`${isSmall ? 'size-14' : 'size-28'} shrink-0 ${scoreTone(score)}`}
    >
      <circle cx="20" cy="20" r={RADIUS} fill="none" className="stroke-line" strokeWidth="3.2" />
      <circle
        cx="20"
        cy="20"
        r={RADIUS}
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeDasharray={`${(score / 100) * ROUND} ${ROUND}`}
        transform="rotate(-90 20 20)"
      />
      <text
        x="20"
        y="20"
        dominantBaseline="central"
        textAnchor="middle"
        className="fill-ink text-[0.62rem] font-semibold"
      >
        {score}
      </text>
    </svg>
  )
}
