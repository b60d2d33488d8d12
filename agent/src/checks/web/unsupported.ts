import type { SettingsOf } from '@sightline/shared/monitor-settings'

type Settings = SettingsOf<'web'>

/** Settings this agent cannot serve yet, each with the test that tells whether it is asked for. */
const NOT_YET: readonly (readonly [name: string, isAsked: (settings: Settings) => boolean])[] = [
  ['method', ({ method }) => method !== 'GET' && method !== 'HEAD'],
  ['body', ({ body, bodyType }) => body !== null || bodyType !== 'none'],
  ['auth', ({ auth }) => auth.kind !== 'none'],
  ['keyword', ({ keyword }) => keyword !== null],
  ['jsonChecks', ({ jsonChecks }) => jsonChecks.length > 0],
  ['headerChecks', ({ headerChecks }) => headerChecks.length > 0],
  ['httpVersion', ({ httpVersion }) => httpVersion === '2'],
  ['cacheBust', ({ cacheBust }) => cacheBust],
  ['render', ({ render }) => render.enabled],
]

/** Names of the settings that are asked for and cannot be served: a check that ignored them would
 *  call a target up that was never looked at as its owner wished. */
export function unsupportedSettings(settings: Settings): readonly string[] {
  return NOT_YET.filter(([, isAsked]) => isAsked(settings)).map(([name]) => name)
}
