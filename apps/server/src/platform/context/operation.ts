import type { Endpoint, EndpointTable, HandlerReply } from '@mi-portal/contract/calls/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Actor, Origin, Service } from '../http/actor.ts'
import { type Admitted, type EndpointCaller, mountEndpoint } from '../http/mount.ts'
import { type CallContext, type Context, createCallContext } from './context.ts'

type Reply<E extends Endpoint> = Promise<E['raw'] extends true ? unknown : HandlerReply<E>>

export type Operation<E extends Endpoint> = {
  readonly endpoint: E
  readonly run: (ctx: CallContext & EndpointCaller<E>, input: Admitted<E>) => Reply<E>
}

export function operation<const E extends Endpoint>(endpoint: E, run: Operation<E>['run']): Operation<E> {
  return { endpoint, run }
}

// The exact types apply where an operation is declared.
type AnyOperation = {
  readonly endpoint: Endpoint
  readonly run: (ctx: never, input: never) => Promise<unknown>
}
type Received = { readonly origin: Origin; readonly actor?: Actor; readonly service?: Service }

export type Routes = (app: FastifyInstance, context: Context) => void

export function routes<T extends EndpointTable>(
  table: T,
  operations: { readonly [K in keyof T]: Operation<T[K]> },
): Routes {
  return (app, context) => {
    for (const [name, endpoint] of Object.entries(table)) {
      const found: AnyOperation | undefined = operations[name]
      if (found?.endpoint !== endpoint)
        throw new Error(`${endpoint.method} ${endpoint.path}: its operation is bound to another endpoint`)
      mountEndpoint(app, endpoint, (received: Received) => {
        const { actor = null, origin, service } = received
        const call = { ...createCallContext(context, actor, origin), service }
        return found.run(call as never, received as never)
      })
    }
  }
}
