import type { ChannelOptions } from '@grpc/grpc-js'
import { experimental } from '@grpc/grpc-js'
import { shuffled } from './shuffled.ts'

const SCHEME = 'any-address'

type Target = experimental.GrpcUri
type Listener = experimental.ResolverListener

const byName = (target: Target): Target => ({ ...target, scheme: 'dns' })

/** Resolves a name as the library does, and gives its addresses in a random order: they may be those of
 *  several controllers. The library's own way (`shuffleAddressList`) leaves two addresses as they are, and
 *  of more the first stays first too often (grpc-js 1.14, load-balancer-pick-first.js). */
class AnyAddress implements experimental.Resolver {
  readonly #resolver: experimental.Resolver

  constructor(target: Target, listener: Listener, options: ChannelOptions) {
    const shuffle: Listener = (endpoints, ...rest) =>
      listener(endpoints.ok ? { ok: true, value: shuffled(endpoints.value) } : endpoints, ...rest)
    this.#resolver = experimental.createResolver(byName(target), shuffle, options)
  }

  static getDefaultAuthority({ path }: Target): string {
    return path
  }

  updateResolution(): void {
    this.#resolver.updateResolution()
  }

  destroy(): void {
    this.#resolver.destroy()
  }
}

experimental.registerResolver(SCHEME, AnyAddress)

/** The target of a channel that connects to any of the addresses.
 *  @param address "host:port" */
export function anyAddressOf(address: string): string {
  return `${SCHEME}:${address}`
}
