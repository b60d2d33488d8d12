import { z } from 'zod'

/** What a page can be rendered as. Source: contract, "lighthouse", "waterfall" */
export const DEVICE_NAMES = ['mobile', 'desktop'] as const
export type DeviceName = (typeof DEVICE_NAMES)[number]

/** The parameter of what is rendered on a device. */
export const DEVICE_OPTION = {
  device: z
    .enum(DEVICE_NAMES)
    .default('mobile')
    .meta({ description: 'What the browser passes for: a phone, or a computer with a screen.' }),
} as const
