import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './controls/icon-button.tsx'

const SAID_MS = 2_000

/** A text to be taken elsewhere, such as a key that is shown once. */
export function CopyField({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    // Without https a browser lends no clipboard: the text can be selected at once by a click.
    await navigator.clipboard?.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return (
    <div className="flex items-start gap-1 rounded-lg bg-sunken p-1 pl-3">
      <code
        aria-label={label}
        className="min-w-0 flex-1 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap select-all"
      >
        {text}
      </code>
      {navigator.clipboard === undefined ? null : (
        <IconButton name={isCopied ? 'Copied' : 'Copy'} onPress={() => void copy()}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
      )}
    </div>
  )
}
