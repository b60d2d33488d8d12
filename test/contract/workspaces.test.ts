import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson } from '../helpers/add-person.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi({ plan: 'free' })
  owner = await signUpOwner(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(31))

describe('a workspace', () => {
  it('is made and named by who runs the installation, and stands beside the first', async () => {
    const made = await owner.ask('POST', '/api/v1/workspaces', { body: { name: 'Shop' } })
    expect([made.status, made.body]).toEqual([
      201,
      { workspace: { id: expect.stringMatching(/^wsp_/), name: 'Shop' } },
    ])
    const first = (await owner.ask('GET', '/api/v1/me')).body.workspace.id as string
    const choose = (workspaceId: string) =>
      owner.ask('POST', '/api/v1/me/workspace', { body: { workspaceId } })
    await choose(made.body.workspace.id)
    const renamed = await owner.ask('PATCH', '/api/v1/workspace', { body: { name: 'Store' } })
    expect(renamed.body).toEqual({ workspace: { id: made.body.workspace.id, name: 'Store' } })
    const { body } = await owner.ask('GET', '/api/v1/me')
    expect(body).toMatchObject({ role: 'owner', workspace: { name: 'Store', tier: 'free' } })
    expect((await owner.ask('GET', '/api/v1/monitors')).body.total).toBe(0)
    await choose(first)
  })

  it('is made and named by nobody else', async () => {
    await addPerson(api, 'mere@example.com', 'editor')
    const mere = openBrowser(api)
    await signIn(mere, 'mere@example.com')
    for (const [method, path] of [
      ['POST', '/api/v1/workspaces'],
      ['PATCH', '/api/v1/workspace'],
    ] as const) {
      expect((await mere.ask(method, path, { body: { name: 'Mine' } })).status).toBe(403)
      expect((await owner.ask(method, path, { body: { name: '' } })).status).toBe(400)
    }
    expect((await mere.ask('GET', '/api/v1/me')).body.permissions.makeWorkspaces).toBe(false)
  })
})
