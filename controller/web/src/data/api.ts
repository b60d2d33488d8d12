import { readJson } from './read-json.ts'

/** What a proxy answers in the place of a controller that is away. */
const isAway = (status: number): boolean => status >= 502 && status <= 504

/** What is told where whoever answered has no sentence for it. */
const unexplained = (status: number): string =>
  isAway(status)
    ? `The proxy before the controller answered ${status}. What you typed is kept; try again in a moment.`
    : `The controller answered ${status}.`

/** What the API refused, in its own sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** null: it did not say when to come again. */
  readonly retryAfterSeconds: number | null
  /** The whole answer: some refusals say more than their sentence. */
  readonly answer: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    answer: Readonly<Record<string, unknown>>,
    retryAfterSeconds: number | null,
  ) {
    // What signs people in calls it `message`.
    const sentence = answer['error'] ?? answer['message']
    super(typeof sentence === 'string' ? sentence : unexplained(status))
    this.status = status
    this.answer = answer
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The controller did not answer at all. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  constructor(cause: unknown) {
    super('The controller does not answer. What you typed is kept; try again in a moment.', {
      cause,
    })
  }
}

type QueryValue = string | number | boolean | null | undefined | readonly string[]

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Parameters without a value are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** How long a read is waited for. */
  readonly patienceMs?: number
  /** It is the same whoever the browser works as by now. */
  readonly isForAnybody?: true
}

/** Path and parameters as they are asked for. */
function withQuery(path: string, query: Asked['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    const text = Array.isArray(value) ? value.join(',') : String(value)
    if (text !== '') parameters.set(name, text)
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Where people sign in: what is refused there is no session that is over. */
const SIGN_IN = /^\/api\/auth\/(?:sign-in|two-factor)\//
/** The API speaks of keys here, which nobody at the app has. */
const SESSION_OVER = 'Your session is over: sign in again, then go on. What you typed is kept.'

const listeners = new Set<() => void>()

/** @param listener called whenever an answer says that nobody is signed in
 *  @returns ends it */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page begins with many reads at once. Each is sent in a task of its own: sent in one, they keep a phone from
 *  answering to a finger for a fifth of a second. */
async function ownTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  await scheduler?.yield?.()
}

let loadedAs: string | null = null

/** @param name as whom and where this page was loaded; null: nobody is signed in. All tabs have one session, and another tab may go to another
 *  workspace: what is changed from here says for whom, and is refused for anybody else. */
export function actAs(name: string | null): void {
  loadedAs = name
}

/** Says for whom something is changed, with what is not asked by `api`: files, and answers that come in pieces. */
export const asWhom = (): Readonly<Record<string, string>> =>
  loadedAs === null ? {} : { 'x-sightline-as': loadedAs }

/** What is read from the database is there in a moment, or not at all. */
const PATIENCE_MS = 30_000

/** Ends a read that nobody answers; what changes something is waited for, as nobody knows whether it was done. */
function endOf({
  method = 'GET',
  signal,
  patienceMs = PATIENCE_MS,
}: Asked): AbortSignal | undefined {
  if (method !== 'GET') return signal
  const limit = AbortSignal.timeout(patienceMs)
  return signal === undefined ? limit : AbortSignal.any([signal, limit])
}

async function ask(path: string, asked: Asked): Promise<{ response: Response; text: string }> {
  const { method = 'GET', query, body, headers, signal, isForAnybody = false } = asked
  if (method === 'GET') await ownTask()
  const end = endOf(asked)
  try {
    const response = await fetch(withQuery(path, query), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' || isForAnybody ? {} : asWhom()),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(end === undefined ? {} : { signal: end }),
      credentials: 'same-origin',
    })
    return { response, text: await response.text() }
  } catch (error: unknown) {
    if (signal?.aborted === true) throw error
    throw new ConnectionError(error)
  }
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) ? null : seconds
}

/** An answer, and the entity tag that says which state of the thing it shows. */
interface Tagged<T> {
  readonly answer: T
  readonly etag: string | null
}

/** Asks the API of this controller.
 *  @param path from the root, such as /api/v1/monitors
 *  @throws ApiError what it refused
 *  @throws ConnectionError when it did not answer */
export async function api<T>(path: string, asked: Asked = {}): Promise<T> {
  return (await apiTagged<T>(path, asked)).answer
}

/** What stands in between answers no JSON. @returns undefined for what is none */
function parsed(text: string): unknown {
  // What was done may have nothing to say.
  if (text === '') return {}
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

/** The same with the entity tag: what is changed by If-Match. */
export async function apiTagged<T>(path: string, asked: Asked = {}): Promise<Tagged<T>> {
  const { response, text } = await ask(path, asked)
  const answer = parsed(text)
  // A page of a network to sign in at first comes with a status of success.
  if (response.ok && answer === undefined) throw new ConnectionError(new Error('no JSON'))
  if (response.ok) return { answer: answer as T, etag: response.headers.get('etag') }
  throw refusal(path, response, answer)
}

/** What was refused; that the session is over is told to whoever listens for it. */
export function refusal(
  path: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  answer: unknown,
): ApiError {
  const fields = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  if (status === 401 && !SIGN_IN.test(path)) {
    for (const listener of listeners) listener()
    return new ApiError(401, { ...fields, error: SESSION_OVER }, null)
  }
  return new ApiError(status, fields, secondsOf(headers.get('retry-after')))
}
