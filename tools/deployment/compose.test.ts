/** Tests the compose file without Docker: its form, and which settings an operator can set. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../apps/server/src/commands/command-list.ts'
import { variables } from '../../apps/server/src/platform/config/variables.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const composed: { services: Record<string, { environment?: Record<string, string> }> } = parse(
  read('compose.yaml'),
  { merge: true },
)

/**
 * Checks a document against the schema of the Compose Specification: `schema/compose-spec.json` of
 * github.com/compose-spec/compose-spec (Apache 2.0), commit 170098b of June 2026.
 */
const isCompose = new Ajv({
  strict: false,
  validateFormats: false,
  meta: false,
  validateSchema: false,
}).compile(JSON.parse(read('tools/deployment/compose-spec.schema.json')))

test('the compose file has the form that the Compose Specification demands', () => {
  // Fields that begin with x- hold the parts that services share.
  expect({ valid: isCompose(composed), errors: isCompose.errors }).toEqual({ valid: true, errors: null })
  expect(isCompose({ services: { portal: { image: 'a', mem_limit: { most: 1 } } } })).toBe(false)
  expect(isCompose({ services: { portal: { image: 'a', colour: 'red' } } })).toBe(false)
})

/** Settings that belong to the containers or to tests, and not to the clinic. */
const ofContainers = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'DATA_DIR',
  'DEMO_NOW',
  'FILES_URL',
  'HOST',
  'METRICS',
  'MIGRATION_DATABASE_URL',
  'PORT',
  'TRUST_PROXY',
]

test('every setting of the portal can be set in .env, except those of the containers themselves', () => {
  const { environment = {} } = composed.services['portal-1'] ?? {}
  const settable = Object.entries(environment).flatMap(([name, value]) =>
    value.startsWith(`\${${name}:`) ? [name] : [],
  )
  const others = Object.keys(variables).filter((name) => !settable.includes(name))
  expect(others.toSorted()).toEqual(ofContainers)
})

test('the example of .env names only variables that the compose file uses', () => {
  const text = read('compose.yaml')
  for (const [, name = ''] of read('deploy/compose.env.example').matchAll(/^#?([A-Z_]+)=/gm))
    expect(name === 'COMPOSE_PROFILES' || text.includes(`\${${name}:`), name).toBe(true)
})

test('the commands of the container guide start programs that the image has', () => {
  const guides = ['docs/operations/containers.md', 'docs/operations/people.md'].map(read).join('\n')
  const programs = [
    ...guides.matchAll(/docker compose exec (?:-T )?portal-1 node dist\/server\/portal\.mjs ([a-z:]+)/g),
  ]
  expect(programs.length).toBeGreaterThan(5)
  for (const [, name] of programs) expect(Object.keys(commands)).toContain(name)
  for (const [, service = ''] of guides.matchAll(/docker compose run --rm (\w+)/g))
    expect(Object.keys(composed.services)).toContain(service)
})
