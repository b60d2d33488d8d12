import type { CheckContext } from '../checks/checker.ts'
import type { FindAddresses } from '../net/addresses.ts'
import { createDial } from '../net/dial.ts'

/** The tools of a check that knows one address of a host alone, whatever family it asks for; other
 *  hosts (a redirect's) are found as ever. The address is judged by the guard like any other. */
export function pinnedTo(
  tools: Omit<CheckContext, 'signal'>,
  host: string,
  ip: string,
): Omit<CheckContext, 'signal'> {
  const findAddresses: FindAddresses = (target, signal) =>
    target.host === host
      ? tools.findAddresses({ host: ip, family: 'any' }, signal)
      : tools.findAddresses(target, signal)
  return { ...tools, findAddresses, dial: createDial(findAddresses) }
}
