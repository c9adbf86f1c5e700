import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint, EndpointTable } from '../src/calls/endpoint.ts'

const folder = join(import.meta.dirname, '../src')

/** Returns all endpoints of the contract, each with its table and name: `examEndpoints.list`. */
export async function readEndpoints(): Promise<readonly (readonly [string, Endpoint])[]> {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files.map((path): Promise<object> => import(pathToFileURL(join(folder, path)).href)),
  )
  return modules.flatMap((module) =>
    Object.entries<EndpointTable>({ ...module })
      .filter(([table]) => table.endsWith('Endpoints'))
      .flatMap(([table, endpoints]) =>
        Object.entries<Endpoint>(endpoints).map(
          ([name, endpoint]) => [`${table}.${name}`, endpoint] as const,
        ),
      ),
  )
}
