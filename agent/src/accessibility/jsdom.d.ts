// What is used of jsdom. Its own types bring the whole library of the DOM into every file.
declare module 'jsdom' {
  import type { Context } from 'node:vm'

  /** Tells nobody what a page logs. */
  export class VirtualConsole {
    removeAllListeners(): this
  }

  export class JSDOM {
    constructor(
      html: string,
      options?: { url: string; runScripts: 'outside-only'; virtualConsole: VirtualConsole },
    )
    readonly window: unknown
    getInternalVMContext(): Context
  }
}
