/** What is wrong with a form as a whole.
 *  @param children what can be done about it */
export function FormError({
  text,
  children,
}: {
  text: string | undefined
  children?: React.ReactNode
}) {
  if (text === undefined) return null
  return (
    <p role="alert" className="rounded-lg bg-down-soft px-3 py-2 text-sm font-medium text-down">
      {text}
      {children}
    </p>
  )
}
