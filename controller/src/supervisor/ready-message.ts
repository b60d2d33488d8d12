import { z } from 'zod'

/** What the controller tells its supervisor once it serves. */
export const ControllerReady = z.object({
  type: z.literal('ready'),
  /** Where people reach it. */
  url: z.string(),
  /** HOST:PORT agents connect to. */
  grpc: z.string(),
  /** What the operator should mend, a line each. */
  warnings: z.array(z.string()).default([]),
  /** What is missing for alerts to reach somebody; null when nothing is. */
  alertsNote: z.string().nullable(),
  /** Secrets of a fresh installation, told once. */
  firstRun: z
    .object({
      signUpUrl: z.string(),
      /** ISO 8601. */
      signUpExpiresAt: z.string(),
      apiKey: z.string(),
    })
    .nullable(),
})

export type ControllerReady = z.output<typeof ControllerReady>
