import type { CrawlSettings } from '../../data/wire.ts'
import type { FormErrors } from '../../data/field-errors.ts'
import { NumberField } from '../controls/number-field.tsx'
import { Switch } from '../controls/switch.tsx'
import { TextField } from '../controls/text-field.tsx'
import { linesOf, listOf } from '../monitor-form/lines.ts'
import { TextLines } from '../monitor-form/text-lines.tsx'
import { orNull } from './crawl-settings.ts'

const SWITCHES = [
  ['respectRobots', 'Obey robots.txt'],
  ['includeSitemap', 'Read what only sitemaps name, too'],
  ['render', 'Run the scripts of pages that show nothing without them'],
  ['includeSubdomains', 'Subdomains belong to the site'],
  ['checkExternal', 'Ask whether links to other sites work'],
  ['checkImages', 'Ask whether images are there'],
  ['followNofollow', 'Follow links that say nofollow'],
  ['dropTracking', 'Leave out parameters such as utm_source'],
] as const

/** How a site is crawled: few see more than the first of it. */
export function CrawlSettingsFields({
  settings,
  errors,
  onChange,
}: {
  settings: CrawlSettings
  errors: FormErrors
  onChange: (settings: CrawlSettings) => void
}) {
  const set =
    <K extends keyof CrawlSettings>(name: K) =>
    (value: CrawlSettings[K]) =>
      onChange({ ...settings, [name]: value })
  const isWrong = ['maxDepth', 'maxRequestsPerSecond', 'userAgent', 'include', 'exclude'].some(
    (name) => errors.of(name) !== undefined,
  )
  return (
    <>
      <NumberField
        label="Pages at most"
        minValue={1}
        value={settings.maxPages}
        onChange={set('maxPages')}
        error={errors.of('maxPages')}
      />
      <details className="rounded-xl border border-line" open={isWrong}>
        <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">More settings</summary>
        <div className="space-y-4 px-4 pb-4">
          {SWITCHES.map(([name, text]) => (
            <Switch key={name} isSelected={settings[name]} onChange={set(name)}>
              {text}
            </Switch>
          ))}
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <NumberField
              label="Clicks from the start at most"
              hint="Empty: any."
              minValue={0}
              value={settings.maxDepth ?? Number.NaN}
              onChange={(value) => set('maxDepth')(orNull(value))}
              error={errors.of('maxDepth')}
            />
            <NumberField
              label="Requests a second at most"
              hint="Empty: 5."
              minValue={0.1}
              value={settings.maxRequestsPerSecond ?? Number.NaN}
              onChange={(value) => set('maxRequestsPerSecond')(orNull(value))}
              error={errors.of('maxRequestsPerSecond')}
            />
          </div>
          <TextField
            label="Calls itself"
            hint="What servers and robots.txt know it by. Empty: Sightline."
            value={settings.userAgent ?? ''}
            onChange={(text) => set('userAgent')(text.trim() === '' ? null : text)}
            error={errors.of('userAgent')}
            isCode
          />
          <TextLines
            label="Only paths like"
            hint="One on each line, such as /shop/**."
            text={linesOf(settings.include)}
            onChange={(text) => set('include')(listOf(text))}
            error={errors.of('include')}
          />
          <TextLines
            label="Never paths like"
            hint="One on each line, such as /search**."
            text={linesOf(settings.exclude)}
            onChange={(text) => set('exclude')(listOf(text))}
            error={errors.of('exclude')}
          />
        </div>
      </details>
    </>
  )
}
