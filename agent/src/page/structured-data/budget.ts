/** How much of a page's structured data is looked at. Items may name parts of the page again and again, so
 *  that a short page describes without end. */
export class Budget {
  /** Something was left out. */
  isSpent = false
  #nodes = 1_000_000
  #items = 2_000
  #properties = 50_000
  #characters = 4_000_000

  takeNode(): boolean {
    return this.#take((this.#nodes -= 1))
  }

  /** @param characters of its types */
  takeItem(characters: number): boolean {
    this.#characters -= characters
    return this.#take(Math.min((this.#items -= 1), this.#characters))
  }

  /** @param characters of its names and its value */
  takeProperty(characters: number): boolean {
    this.#characters -= characters
    return this.#take(Math.min((this.#properties -= 1), this.#characters))
  }

  /** Says that something was left out for another limit. */
  cut(): void {
    this.isSpent = true
  }

  #take(left: number): boolean {
    if (left < 0) this.isSpent = true
    return left >= 0
  }
}

/** Items within items below which they are not looked into. */
export const MAX_ITEM_DEPTH = 50

/** Longest value of a property, in characters. */
export const MAX_VALUE_CHARACTERS = 20_000
