/** A proxy in front of a FHIR server that changes answers as real servers and gateways do. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveDuringTest } from './listen.ts'

export type Bent = { status: number; headers: Record<string, string>; text: string | Buffer }
type Asked = { readonly method: string; readonly path: string; readonly authorization?: string | undefined }
export type Behaviour = (answer: Bent, asked: Asked) => Bent

/** Starts the proxy. `upstream` is the base URL of the server. In answers the proxy's URL replaces it. */
export async function startChaosProxy(upstream: string) {
  let behaviour: Behaviour = (answer) => answer
  let route = (path: string, _method: string) => path
  const asked: string[] = []
  const { origin, pathname } = new URL(upstream)
  let own = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET'
    const path = request.url ?? '/'
    asked.push(`${method} ${path}`)
    const body = await text(request)
    const headers = Object.fromEntries(
      ['accept', 'content-type', 'if-match', 'authorization'].flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const found = await fetch(`${origin}${route(path, method)}`, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    })
    const bent = behaviour(
      {
        status: found.status,
        headers: { 'content-type': found.headers.get('content-type') ?? '' },
        text: (await found.text()).replaceAll(origin, own),
      },
      { method, path, authorization: request.headers.authorization },
    )
    response.writeHead(bent.status, bent.headers)
    response.end(bent.text)
  }

  own = await serveDuringTest(answer)
  return {
    url: `${own}${pathname}`,
    asked,
    /** Changes all answers from now on. `where` maps a requested path to the path on the server. */
    behave: (next: Behaviour, where: typeof route = (path) => path) => {
      behaviour = next
      route = where
    },
  }
}
