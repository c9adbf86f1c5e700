/** Starts the load generator and sends it plans. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export type LoadPlan = {
  readonly port: number
  readonly connections: number
  /**
   * Calls a second, independent of the answers. Without a rate each connection calls again after its answer.
   */
  readonly rate?: number
  /** Seconds of calls before counting starts. */
  readonly warmSeconds: number
  readonly seconds: number
  /** Complete requests as text, sent in turn by whichever connection is free. */
  readonly requests: readonly string[]
  /** The status that every answer must have. */
  readonly status: string
  /** Whether failed calls are the figure, and no error. */
  readonly mayFail?: boolean
}

export type LoadResult = {
  readonly seconds: number
  readonly count: number
  readonly failed: number
  readonly firstFailure: string | null
  /** Milliseconds from sending a request, or from when it was due, to the last byte of its answer. */
  readonly p50: number
  readonly p99: number
}

export type LoadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted' }
  | { readonly kind: 'result'; readonly result: LoadResult }

export type Load = {
  /** Runs a plan; `onCounting` and `onCounted` are called when counting starts and ends. */
  readonly run: (
    plan: LoadPlan,
    watch?: { readonly onCounting?: () => void; readonly onCounted?: () => void },
  ) => Promise<LoadResult>
  readonly stop: () => void
}

/**
 * The allowed share of failed calls. On a shared machine a statement may time out once; more failures are an
 * error.
 */
const mostFailures = 0.002

export async function startLoad(): Promise<Load> {
  const child = fork(join(import.meta.dirname, './load.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await nextMessage(child, 'ready')
  return {
    run: async (plan, watch = {}) => {
      const listen = (message: LoadMessage) => {
        if (message.kind === 'counting') watch.onCounting?.()
        if (message.kind === 'counted') watch.onCounted?.()
      }
      child.on('message', listen)
      try {
        child.send(plan)
        const message = await nextMessage(child, 'result')
        if (message.kind !== 'result') throw new Error('the load generator gave no result')
        const { result } = message
        if (result.count === 0 || (!plan.mayFail && result.failed > result.count * mostFailures))
          throw new Error(
            `${result.failed} of ${result.count} calls did not answer ${plan.status}: ${result.firstFailure ?? 'no answer'}`,
          )
        if (result.failed > 0) console.log(`    ${result.failed} of ${result.count} calls failed`)
        return result
      } finally {
        child.off('message', listen)
      }
    },
    stop: () => {
      child.kill()
    },
  }
}

function nextMessage(child: ChildProcess, kind: LoadMessage['kind']): Promise<LoadMessage> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the load generator ended'))
    child.once('exit', ended)
    const listen = (message: LoadMessage) => {
      if (message.kind !== kind) return
      child.off('message', listen)
      child.off('exit', ended)
      resolve(message)
    }
    child.on('message', listen)
  })
}

/** Returns a GET request for a keep-alive connection, as text. */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headerLines(headers)}\r\n`
}

/** Returns a POST request with a JSON body for a keep-alive connection, as text. */
export function postRequest(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = JSON.stringify(body)
  const own = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headerLines({ ...own, ...headers })}\r\n${text}`
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
