import type { CookieData } from 'puppeteer'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import type { AppBrowser } from './app-browser.ts'
import { openAppBrowser } from './app-browser.ts'
import { signUpOwner } from './app-owner.ts'
import type { Fleet } from './fleet.ts'
import { openFleet } from './fleet.ts'
import type { Program } from './program.ts'

/** An installation with the owner's browser, for the tests of one file. */
export interface AppInstallation {
  readonly fleet: Fleet
  readonly url: string
  readonly browser: AppBrowser
  /** Of the owner, signed in. */
  readonly cookie: CookieData
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Kills it, as a machine does that loses its power. */
  readonly stopController: () => Promise<void>
  readonly startController: () => Promise<void>
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** Name of the controller in its fleet. */
const CONTROLLER = 'first'

const CLOSING_MS = 60_000

/** Sets the hooks of a file that tests the app: one controller, one agent, one browser.
 *  @param options.environment of the controller
 *  @param options.hasAgent false: nothing is checked
 *  @param options.ofAgent of the agent, which has no browser unless this says so
 *  @returns what there is within a test */
export function useAppInstallation(
  options: {
    environment?: () => Promise<Readonly<Record<string, string>>>
    hasAgent?: false
    ofAgent?: Readonly<Record<string, string>>
  } = {},
): AppInstallation {
  let current: AppInstallation | undefined
  beforeAll(async () => {
    const opening = openAppBrowser()
    const fleet = await openFleet()
    const environment = (await options.environment?.()) ?? {}
    const start = () => fleet.startController(CONTROLLER, undefined, environment)
    let controller: Program<ControllerReady> = await start()
    const { ready } = controller
    const [cookie, browser] = await Promise.all([
      signUpOwner(ready),
      opening,
      options.hasAgent ?? fleet.startAgent('one', [CONTROLLER], { more: options.ofAgent }),
    ])
    current = {
      fleet,
      url: ready.url,
      browser,
      cookie,
      call: (method, path, body) => fleet.call(CONTROLLER, method, path, body),
      async stopController() {
        controller.kill('SIGKILL')
        await controller.exited
      },
      async startController() {
        controller = await start()
      },
    }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await current?.browser.shown())
  })
  afterAll(async () => {
    await current?.browser.close()
    await current?.fleet.close()
  }, CLOSING_MS)

  const now = (): AppInstallation => {
    if (current === undefined) throw new Error('there is an installation only within a test')
    return current
  }
  return {
    get fleet() {
      return now().fleet
    },
    get url() {
      return now().url
    },
    get browser() {
      return now().browser
    },
    get cookie() {
      return now().cookie
    },
    call: (method, path, body) => now().call(method, path, body),
    stopController: () => now().stopController(),
    startController: () => now().startController(),
  }
}
