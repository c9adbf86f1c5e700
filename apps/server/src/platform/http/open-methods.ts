/** Which methods a path takes: looked up only for calls that no route answered, so a start makes no routes for them. */
import { fullPath } from '@mi-portal/contract/endpoint'
import type { FastifyInstance } from 'fastify'

/** What is answered without a row of the contract. */
const plainPaths = ['/api/openapi.json', '/api/docs', '/health/live', '/health/ready']

function patternOf(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** For a path without its query, the methods of the rows that have it; none where no row has. */
export function openMethods(app: FastifyInstance): (path: string) => string[] {
  let rows: { pattern: RegExp; method: string }[] | undefined
  return (path) => {
    rows ??= [
      ...app.mounted.map((row) => ({ pattern: patternOf(fullPath(row)), method: row.method })),
      ...plainPaths.map((plain) => ({ pattern: patternOf(plain), method: 'GET' })),
    ]
    return [...new Set(rows.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
  }
}
