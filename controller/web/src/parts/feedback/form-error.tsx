/** What is wrong with a form as a whole. */
export function FormError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="rounded-lg bg-down-soft px-3 py-2 text-sm font-medium text-down">
      {text}
    </p>
  )
}
