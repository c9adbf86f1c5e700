/**
 * HTTP client of the failure tests. A call never throws: every failure is an answer too, with the time that the
 * call took.
 */
import { Agent, request } from 'node:http'
import { buildPdf } from '../../../apps/server/test/files/attachments.ts'

export type Answer = {
  /** 0 if no complete answer arrived. */
  readonly status: number
  readonly milliseconds: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export type Asked = {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Milliseconds after which the caller aborts the call. */
  readonly patience?: number
}

export type Caller = {
  readonly ask: (asked: Asked) => Promise<Answer>
  readonly close: () => void
}

/** Creates a client for a server. The client keeps its connections open. */
export function caller(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return { ask: (asked) => ask(agent, port, asked), close: () => agent.destroy() }
}

function ask(agent: Agent, port: number, asked: Asked): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, patience = 20_000 } = asked
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, more: Partial<Answer> = {}) =>
      resolve({ status, headers: {}, body: '', ...more, milliseconds: performance.now() - began })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const call = request(
      { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, agent },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', () => end(0))
        answer.on('close', () => {
          if (!answer.complete) return end(0)
          end(answer.statusCode ?? 0, {
            headers: answer.headers,
            body: Buffer.concat(parts).toString('utf8'),
          })
        })
      },
    )
    call.setTimeout(patience, () => call.destroy(new Error('no answer')))
    call.on('error', () => end(0))
    call.end(body)
  })
}

export function json(body: object): Pick<Asked, 'method' | 'headers' | 'body'> {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

type Attached = {
  readonly field: string
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** Returns a multipart form with these fields and files. */
export function form(
  fields: Readonly<Record<string, string>>,
  ...files: readonly Attached[]
): Pick<Asked, 'method' | 'headers' | 'body'> {
  const boundary = 'boundary-of-the-failure-tests'
  const part = (head: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]
  const parts = Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value))
  for (const { field, name, type, content } of files)
    parts.push(...part(`name="${field}"; filename="${name}"\r\ncontent-type: ${type}`, content))
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Returns a PDF of this size. */
export function pdf(bytes: number): Attached {
  return { field: 'file', name: 'orden.pdf', type: 'application/pdf', content: buildPdf('', bytes) }
}
