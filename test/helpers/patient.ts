/** How long Vitest waits for what is to come: its own second is over soon on a busy machine, and only a test that fails
 *  waits for it. Given along with each `vi.waitFor`; `expect.poll` has it from the configuration. */
export const PATIENT = { timeout: 120_000 } as const
