// Loaded before a program (--import): its machine has the wrong time, by WRONG_CLOCK_MS.
const aheadMs = Number(process.env.WRONG_CLOCK_MS)
const Right = Date
const now = () => Right.now() + aheadMs

globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given))
  }

  static now = now
}
