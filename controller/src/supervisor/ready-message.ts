import { z } from 'zod'

/** What the controller tells its supervisor once it serves. */
export const ControllerReady = z.object({
  type: z.literal('ready'),
  /** Where people reach it. */
  url: z.string(),
  /** HOST:PORT agents connect to. */
  grpc: z.string(),
  /** Secrets of a fresh installation, told once. */
  firstRun: z.object({ signUpUrl: z.string(), apiKey: z.string() }).nullable(),
})

export type ControllerReady = z.output<typeof ControllerReady>
