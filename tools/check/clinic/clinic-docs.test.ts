import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clinicDocs } from './clinic-docs.ts'

const root = join(import.meta.dirname, '../../..')

test('the JSON Schemas and the guide of clinic packages are those of the schemas in the contract', () => {
  const outdated = [...clinicDocs(root)].filter(
    ([path, text]) => readFileSync(join(root, path), 'utf8') !== text,
  )
  // Run: node tools/check/clinic/clinic-docs.ts
  expect(outdated.map(([path]) => path)).toEqual([])
})
