import { TYPE_FROM_PROTO } from '@sightline/shared/check-words'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import { neededCapability } from '@sightline/shared/needed-capability'

/** Whether a check renders a page, and so needs a place in the browser's lane. */
export function usesBrowser(spec: CheckSpec): boolean {
  return spec.needs === '' ? settingsNeedBrowser(spec) : spec.needs === 'browser'
}

/** For what an older controller sends, which does not say it. What nobody understands needs none: it ends at
 *  once. */
function settingsNeedBrowser({ type: word, settingsJson }: CheckSpec): boolean {
  const type = TYPE_FROM_PROTO.get(word)
  if (type === undefined) return false
  try {
    const settings = JSON.parse(settingsJson) as Readonly<Record<string, unknown>> | null
    return neededCapability({ type, settings: settings ?? {} }) === 'browser'
  } catch {
    return false
  }
}
