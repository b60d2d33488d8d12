import { useRef } from 'react'
import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'

/** A button that has the person choose a file.
 *  @param types of files that are offered: MIME types */
export function FileButton({
  types,
  onPick,
  ...rest
}: Omit<ButtonProps, 'onPress'> & {
  readonly types?: readonly string[]
  readonly onPick: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...rest} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={types?.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) onPick(file)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
