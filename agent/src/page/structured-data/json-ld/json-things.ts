import {
  bareName,
  byBareName,
  listOf,
  typesOf,
  type SchemaNode,
  type SchemaValue,
} from '../schema-node.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** How often the references of a page are followed: they may lead in circles, and each to many others. */
const MAX_FOLLOWED = 10_000

/** Makes the things of all blocks of JSON-LD on a page; `{ "@id": "#me" }` stands for what another of them
 *  says of "#me". Source: JSON-LD 1.1, sections 3.3 (@id), 4.1 (@value) and 4.3.1 (@list) */
export class JsonThings {
  readonly #described = new Map<string, JsonObject>()
  readonly #followed = new Map<JsonObject, SchemaNode>()
  #left = MAX_FOLLOWED

  constructor(objects: Iterable<JsonObject>) {
    for (const object of objects) {
      const id = idOf(object)
      if (id !== null && !isReference(object) && !this.#described.has(id)) {
        this.#described.set(id, object)
      }
    }
  }

  node(object: JsonObject): SchemaNode {
    return isReference(object) ? this.#follow(object) : this.#make(object, false)
  }

  /** A node of what is said of a thing, always the same; of the reference itself where nothing is. */
  #follow(reference: JsonObject): SchemaNode {
    const described = this.#described.get(idOf(reference) ?? '')
    if (described === undefined || this.#left === 0) return this.#make(reference, true)
    this.#left -= 1
    const known = this.#followed.get(described)
    const node = known ?? this.#make(described, true)
    if (known === undefined) this.#followed.set(described, node)
    return node
  }

  #make(object: JsonObject, isNamedOnly: boolean): SchemaNode {
    const properties = byBareName(object)
    // Many may refer to one thing with many values.
    const read = new Map<string, readonly SchemaValue[]>()
    return {
      types: typesOf(object).map(bareName),
      values: (property) => {
        const values = read.get(property) ?? this.#values(properties.get(property))
        read.set(property, values)
        return values
      },
      isReference: isNamedOnly,
    }
  }

  #values(value: JsonValue | undefined): SchemaValue[] {
    return listOf(value).flatMap((each): SchemaValue[] => {
      if (isJsonObject(each)) {
        if (Object.hasOwn(each, '@value')) return this.#values(each['@value'])
        if (Object.hasOwn(each, '@list')) return this.#values(each['@list'])
        return [this.node(each)]
      }
      if (Array.isArray(each)) return this.#values(each)
      const text = typeof each === 'string' ? each : JSON.stringify(each)
      return each === null || text.trim() === '' ? [] : [text]
    })
  }
}

function idOf(object: JsonObject): string | null {
  const id = Object.hasOwn(object, '@id') ? object['@id'] : null
  return typeof id === 'string' ? id : null
}

/** Whether an object says no more than which thing it is, and of what type. */
function isReference(object: JsonObject): boolean {
  const isBare = Object.keys(object).every((key) => key === '@id' || key === '@type')
  return isBare && idOf(object) !== null
}
