import type { KeptAudit } from '../../data/audits.ts'
import { missingWords } from './missing-words.ts'

/** What is not shown of an audit, so that nobody takes it for nothing found. */
export function NotKept({ audit }: { audit: KeptAudit }) {
  const missing = missingWords(audit.parts)
  if (missing.length === 0) return null
  return (
    <p className="text-sm text-ink-faint">
      Not kept, as nobody waited for it, it could not be had or it was too large:{' '}
      {missing.join(', ')}.
    </p>
  )
}
