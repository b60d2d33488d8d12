import type { Tree } from './monitor-form/paths.ts'
import { isSame } from './monitor-form/paths.ts'

/** Fields of what would be sent that are not as they were: the others stay as they are, whoever changed them meanwhile.
 *  Pure.
 *  @param before what would have been sent when the form was opened */
export const changedFields = (body: Tree, before: Tree): Tree =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => !Object.hasOwn(before, name) || !isSame(value, before[name]),
    ),
  )
