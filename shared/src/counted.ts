/** A number with what it counts, in the form that goes with it: "1 image", "3 images". Pure.
 *  @param one what is counted where it is one, with a verb where that changes too ("link is")
 *  @param many where it is not; the same with an "s" unless told otherwise */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
