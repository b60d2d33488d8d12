/** What of a JSON schema is walked here. */
export interface JsonSchema {
  $ref?: string
  type?: string
  description?: string
  required?: readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  examples?: readonly unknown[]
}

/** Schemas by name. */
export type Schemas = Record<string, JsonSchema>

/** A body. */
export interface Content {
  readonly 'application/json': { example?: unknown; examples?: unknown; schema?: JsonSchema }
}

/** One answer of an operation. */
export interface Answer {
  description: string
  headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Content
}

/** What of an operation is completed here. */
export interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly requestBody?: { required?: boolean; readonly content: Content }
  readonly responses: Record<string, Answer>
}

/** Operations by path and method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** What a route says of its answers, by status. */
export type AnswerSchemas = Readonly<Record<string, unknown>>
