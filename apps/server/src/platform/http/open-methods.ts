import { fullPath } from '@mi-portal/contract/calls/endpoint'
import type { FastifyInstance } from 'fastify'
import { policyReportsPath } from './headers.ts'

const plainPaths = [
  { path: '/api/openapi.json', method: 'GET' },
  { path: '/api/docs', method: 'GET' },
  { path: '/health/live', method: 'GET' },
  { path: '/health/ready', method: 'GET' },
  { path: policyReportsPath, method: 'POST' },
]

function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]+')}$`)
}

function getRoot(path: string): string {
  return /^\/[^/?]*/.exec(path)?.[0] ?? '/'
}

export function apiPaths(app: FastifyInstance): (path: string) => boolean {
  let roots: Set<string> | undefined
  return (path) => {
    roots ??= new Set(app.mounted.map((endpoint) => getRoot(fullPath(endpoint))))
    return roots.has(getRoot(path))
  }
}

/** Returns a function that lists the methods of a path (without its query); the list is empty for an unknown path. The function runs only for requests that no route matched. */
export function openMethods(app: FastifyInstance): (path: string) => string[] {
  let rows: { pattern: RegExp; method: string }[] | undefined
  return (path) => {
    rows ??= [
      ...app.mounted.map((row) => ({ pattern: toPattern(fullPath(row)), method: row.method })),
      ...plainPaths.map(({ path, method }) => ({ pattern: toPattern(path), method })),
    ]
    return [...new Set(rows.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
  }
}
