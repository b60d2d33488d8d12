import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'
import { parseAddressRange } from './address.ts'

/** A setting of the environment that cannot be used; its message is one line for the operator. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** A variable that is secret: its value is never repeated in an error, and it may come as a file. */
export const SECRET = { secret: true } as const

/** What the name of a secret variable ends with that names a file with its value, as containers are given
 *  secrets: other users of the machine read neither the environment nor the file. */
const OF_FILE = '_FILE'

/** Reads a program's settings out of the environment. An empty variable counts as unset; a secret one that is
 *  unset is read from the file that NAME_FILE names.
 *  @throws EnvironmentError naming the variable, the value and what is allowed */
export function readEnvironment<S extends z.ZodObject>(
  schema: S,
  environment: NodeJS.ProcessEnv,
): z.output<S> {
  const known = Object.fromEntries(
    Object.entries(schema.shape)
      .map(([name, field]) => [name, valueOf(name, field as z.ZodType, environment)] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(known)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = String(issue?.path[0] ?? '')
  const field = schema.shape[name] as z.ZodType | undefined
  const value = known[name]
  const shown = value === undefined ? 'is not set' : isSecret(field) ? 'is wrong' : `is "${value}"`
  throw new EnvironmentError(`${name} ${shown}: ${issue?.message ?? 'it is not valid'}`)
}

function valueOf(
  name: string,
  field: z.ZodType,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const value = environment[name]?.trim()
  const file = environment[`${name}${OF_FILE}`]?.trim()
  const isGiven = value !== undefined && value !== ''
  if (isGiven || file === undefined || file === '' || !isSecret(field)) return value
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error: unknown) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new EnvironmentError(
      `${name}${OF_FILE} is "${file}": it must be a file that can be read (${code})`,
    )
  }
}

/** The values of a program's settings that are secret. */
export function secretsOf<S extends z.ZodObject>(schema: S, settings: z.output<S>): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const value: unknown = settings[name]
    return isSecret(field as z.ZodType) && typeof value === 'string' ? [value] : []
  })
}

/** Looks through what makes a variable optional: zod does not hand its description on. */
function isSecret(field: z.ZodType | undefined): boolean {
  if (field?.meta()?.['secret'] === true) return true
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? isSecret(field.unwrap() as z.ZodType)
    : false
}

/** A TCP or UDP port of the environment. */
export function port(fallback: number) {
  const message = 'must be a port number from 0 to 65535'
  return z.coerce.number(message).int(message).min(0, message).max(65535, message).default(fallback)
}

/** A port that is only opened where one is named. */
export function optionalPort() {
  return port(0).unwrap().optional()
}

/** A whole number within limits. */
export function wholeNumber(limits: { min: number; max: number; default: number }) {
  const { min, max } = limits
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce
    .number(message)
    .int(message)
    .min(min, message)
    .max(max, message)
    .default(limits.default)
}

/** A switch: 1, true, yes, on or 0, false, no, off. */
export function flag(fallback: boolean) {
  return z
    .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], 'must be 1 or 0')
    .transform((word) => ['1', 'true', 'yes', 'on'].includes(word))
    .default(fallback)
}

/** A comma-separated list whose members each satisfy the given schema. */
export function commaList<T extends z.ZodType<unknown, string>>(member: T) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(member))
}

/** Addresses and CIDR ranges, comma-separated; none when unset. */
export function addressRanges() {
  const range = z.string().transform((text, context) => {
    const parsed = parseAddressRange(text)
    if (parsed !== null) return parsed
    context.addIssue({
      code: 'custom',
      message: 'must be addresses or CIDR ranges, comma-separated, such as 10.0.0.0/8,fd00::/8',
    })
    return z.NEVER
  })
  return commaList(range).default([])
}

/** Name servers as ip:port, comma-separated; none (the system's) when unset. */
export function nameServers() {
  const server = z
    .string()
    .refine(isNameServer, 'must be ip:port, comma-separated, such as 9.9.9.9:53,[2620:fe::fe]:53')
  return commaList(server).default([])
}

/** Whether Node can ask there: of what it cannot it says so at the first name that is looked up. */
function isNameServer(text: string): boolean {
  const [, ipv4 = '', ipv6 = '', portText = '53'] =
    /^(?:([\d.]+)|\[([0-9a-fA-F:.]+)\])(?::(\d{1,5}))?$/.exec(text) ?? []
  const given = Number(portText)
  return (isIPv4(ipv4) || isIPv6(ipv6)) && given >= 1 && given <= 65_535
}
