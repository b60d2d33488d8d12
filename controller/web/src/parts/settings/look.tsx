import type { Appearance } from '../../data/preferences.ts'
import { appearance, timeZone } from '../../data/preferences.ts'
import { fullTime } from '../../words/times.ts'
import { Segments } from '../controls/segments.tsx'
import { ZoneSelect } from '../controls/zone-select.tsx'
import { Card } from '../layout/card.tsx'
import { useNow } from '../time.tsx'

const LOOKS: readonly { value: Appearance; text: string }[] = [
  { value: 'system', text: 'As the system' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
]

/** How the app looks in this browser. */
export function Look() {
  const zone = timeZone.use()
  const now = useNow()
  return (
    <Card title="In this browser">
      <div className="max-w-sm space-y-5">
        <div>
          <p className="mb-1 text-sm font-medium">Appearance</p>
          <Segments
            label="Appearance"
            choices={LOOKS}
            value={appearance.use()}
            onChange={appearance.write}
          />
        </div>
        <ZoneSelect
          label="Times are shown in"
          hint={`Now it is ${fullTime(now, zone)}. Mails tell you times in it too.`}
          value={zone}
          onChange={timeZone.write}
        />
      </div>
    </Card>
  )
}
