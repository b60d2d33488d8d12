import type { TextFieldProps } from './text-field.tsx'
import { TextField } from './text-field.tsx'

/** What is said of a secret that is kept, and of one that will be gone. */
interface SecretWords {
  /** What takes it away, such as "Take it away". */
  readonly action: string
  /** What becomes of it then. */
  readonly after: string
}

const KEEP = 'Keep it'
const KEPT = 'Kept as it is unless you type another.'
const WORDS: SecretWords = { action: 'Take it away', after: 'It is taken away when you save.' }

/** What is kept and cannot be read: it stays unless another is typed, and goes when somebody says so.
 *  @param isKept there is one
 *  @param isTaken it is to go
 *  @param onTake left out: it cannot be done without */
export function SecretField({
  isKept,
  isTaken,
  onTake,
  words = WORDS,
  hint,
  placeholder = '',
  ...rest
}: TextFieldProps & {
  readonly label: string
  readonly isKept: boolean
  readonly isTaken: boolean
  readonly onTake?: ((isTaken: boolean) => void) | undefined
  readonly words?: SecretWords | undefined
}) {
  const isThere = isKept && !isTaken && rest.value === ''
  const mayTake = isKept && onTake !== undefined && rest.value === ''
  return (
    <div>
      <TextField
        {...rest}
        autoComplete="off"
        hint={isThere ? KEPT : isKept && isTaken && rest.value === '' ? words.after : hint}
        placeholder={isThere ? '••••••••' : placeholder}
      />
      {mayTake ? (
        <button
          type="button"
          aria-label={`${isTaken ? KEEP : words.action}: ${rest.label}`}
          className="mt-1 cursor-pointer text-xs text-accent hover:underline"
          onClick={() => onTake(!isTaken)}
        >
          {isTaken ? KEEP : words.action}
        </button>
      ) : null}
    </div>
  )
}
