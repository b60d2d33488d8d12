import type { Script } from '../facts.ts'
import type { Named } from './named-resource.ts'
import { isGiven } from './named-resource.ts'

const JAVASCRIPT = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)\b/

/** Whether browsers run it: data and templates they do not even load. Source: HTML, "script" */
export function isCode({ type }: Script): boolean {
  return type === null || type === '' || JAVASCRIPT.test(type)
}

/** External scripts. One in the head that is neither async, defer nor a module holds up the page. */
export function scriptResources(scripts: readonly Script[]): readonly Named[] {
  return scripts.filter(isCode).map((script) => ({
    url: script.url,
    type: 'script',
    source: 'script',
    isRenderBlocking:
      script.isInHead &&
      !script.isAsync &&
      !script.isDefer &&
      !script.isModule &&
      !script.isNoModule,
    hasIntegrity: isGiven(script.integrity),
    script: { isAsync: script.isAsync, isDefer: script.isDefer },
  }))
}
