/** The sign of Sightline with its name. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-base font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 32 32" className="size-6">
        <rect width="32" height="32" rx="8" className="fill-accent-fill" />
        <path
          d="M4 18h6l3-9 5 14 3-8h7"
          fill="none"
          stroke="#fff"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Sightline
    </span>
  )
}
