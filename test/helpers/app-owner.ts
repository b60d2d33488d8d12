import type { CookieData } from 'puppeteer'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { PASSWORD } from './signed-in.ts'

export const OWNER = { name: 'Ada', email: 'ada@example.com' } as const

/** Makes the owner's account. @returns the cookie that a browser gets for it */
export async function signUpOwner({ firstRun, url }: ControllerReady): Promise<CookieData> {
  const token = new URL(String(firstRun?.signUpUrl)).searchParams.get('token') ?? ''
  const answer = await fetch(new URL('/sign-up', url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token, ...OWNER, password: PASSWORD }),
  })
  const [cookie] = answer.headers.getSetCookie()
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie ?? '') ?? []
  return { name, value, domain: '127.0.0.1', path: '/', httpOnly: true }
}
