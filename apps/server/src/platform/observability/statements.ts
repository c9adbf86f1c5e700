import type { Observe } from '../database/observe.ts'
import type { Logger } from '../logger.ts'
import { currentWork } from './current-work.ts'
import type { Tracing } from './tracing.ts'

const longestText = 2000

function withoutValues(text: string): string {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, longestText)
}

type StatementsDependencies = {
  /** The duration in milliseconds from which a statement is logged; at 0 none is. */
  readonly slowMs: number
  readonly logger: Logger
  readonly tracing: Tracing | null
}

/** Returns the observer, or undefined if neither log nor traces are wanted. The measured time includes the wait for a connection. */
export function observeStatements({ slowMs, logger, tracing }: StatementsDependencies): Observe | undefined {
  if (slowMs === 0 && tracing === null) return undefined
  return async (name, text, run) => {
    const work = currentWork()
    const span = work?.span ? tracing?.statement(name, withoutValues(text), work.span.within) : undefined
    const began = performance.now()
    let failed = true
    try {
      const result = await run()
      failed = false
      return result
    } finally {
      span?.end({ failed })
      const ms = Math.round(performance.now() - began)
      if (slowMs > 0 && ms >= slowMs) {
        const { name: route = null, requestId = null } = work ?? {}
        const line = { ms, statement: name, text: withoutValues(text), for: route, requestId }
        logger.warn(line, 'slow statement')
      }
    }
  }
}
