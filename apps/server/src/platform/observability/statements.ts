/** Watches statements: those that take long stand in the log, and each is a span of the call or job it is for. */
import type { Observe } from '../database/observe.ts'
import type { Logger } from '../logger.ts'
import type { Tracing } from './tracing.ts'
import { underWay } from './under-way.ts'

const longestText = 2000

/** A statement without what was asked for: values travel beside it, and what is written into it stands as `?`. */
function withoutValues(text: string): string {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, longestText)
}

type StatementsParts = {
  /** From so many milliseconds on a statement stands in the log; none does at 0. */
  readonly slowMs: number
  readonly logger: Logger
  readonly tracing: Tracing | null
}

/** Undefined where nobody wants to know. The time counts from the asking: waiting for a connection is part of it. */
export function observeStatements({ slowMs, logger, tracing }: StatementsParts): Observe | undefined {
  if (slowMs === 0 && tracing === null) return undefined
  return async (name, text, run) => {
    const work = underWay()
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
