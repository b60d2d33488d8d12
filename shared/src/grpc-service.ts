import type { DescMessage, DescService, MessageShape } from '@bufbuild/protobuf'
import { fromBinary, toBinary } from '@bufbuild/protobuf'
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js'
import { ProbeService } from './gen/probe/v1/agent_pb.ts'

function serializer<T extends DescMessage>(schema: T) {
  return (message: MessageShape<T>): Buffer => {
    const bytes = toBinary(schema, message)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

function deserializer<T extends DescMessage>(schema: T) {
  return (bytes: Buffer): MessageShape<T> => fromBinary(schema, bytes)
}

/** The definition grpc-js needs, made from a protobuf-es service descriptor. The two libraries do
 *  not know each other: this is all the glue there is. */
function grpcServiceDefinition(service: DescService): ServiceDefinition {
  return Object.fromEntries(
    service.methods.map((method) => {
      const definition: MethodDefinition<unknown, unknown> = {
        path: `/${service.typeName}/${method.name}`,
        requestStream:
          method.methodKind === 'client_streaming' || method.methodKind === 'bidi_streaming',
        responseStream:
          method.methodKind === 'server_streaming' || method.methodKind === 'bidi_streaming',
        requestSerialize: serializer(method.input) as (value: unknown) => Buffer,
        requestDeserialize: deserializer(method.input),
        responseSerialize: serializer(method.output) as (value: unknown) => Buffer,
        responseDeserialize: deserializer(method.output),
      }
      return [method.localName, definition]
    }),
  )
}

/** `probe.v1.ProbeService` for `new Server().addService` and for client stubs. */
export const probeServiceDefinition = grpcServiceDefinition(ProbeService)
