import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointTable } from '@mi-portal/contract/calls/endpoint'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { reduceContractForBrowsers } from './contract-for-browsers.ts'

const contract = join(import.meta.dirname, '../../../packages/contract/src')

/** Returns what a call needs of each endpoint of a module's tables. */
function callsOf(tables: Readonly<Record<string, unknown>>) {
  return Object.entries(tables)
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([name, table]) =>
      Object.entries(table as EndpointTable).map(
        ([endpoint, { method, path, root, passive, body, form }]) => ({
          name: `${name}.${endpoint}`,
          method,
          path,
          root,
          passive,
          hasBody: body !== undefined,
          hasForm: form !== undefined,
        }),
      ),
    )
}

test('each endpoint of the contract is called in the browser as the contract says', async () => {
  const modules = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] }).map((path) =>
    join(contract, path),
  )
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-contract-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = join(folder, 'entry.js')
  const lines = modules.map((path, index) => `export * as module${index} from ${JSON.stringify(path)}`)
  writeFileSync(entry, lines.join('\n'))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [reduceContractForBrowsers()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('the build made no file')
  const [{ code }] = output.output
  const reduced: Record<string, Readonly<Record<string, unknown>>> = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )
  const full = await Promise.all(modules.map((path) => import(path)))
  const calls = full.flatMap(callsOf)
  expect(calls.length).toBeGreaterThan(300)
  expect(Object.values(reduced).flatMap(callsOf).toSorted(byName)).toEqual(calls.toSorted(byName))
})

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
