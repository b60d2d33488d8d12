import type { SetAction } from '../../data/wire.ts'

/** Those of some monitors that are not yet as asked: what is done to them can be taken back without touching others.
 *  One of which nothing is known counts among them. Pure.
 *  @param isActive whether a monitor is checked, by id */
export const toChange = (
  ids: readonly string[],
  action: SetAction,
  isActive: ReadonlyMap<string, boolean>,
): readonly string[] => ids.filter((id) => isActive.get(id) !== (action === 'resume'))
