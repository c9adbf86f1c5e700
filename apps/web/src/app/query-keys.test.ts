import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** First words of query keys that several features share on purpose: fixed lists, a patient's record, and what a family group changes. */
const sharedKeys = ['catalogues', 'record', 'family']
const features = join(import.meta.dirname, '../features')

test('the query keys of two features never begin with the same word, so that reloading one does not reload the other', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('**/*.queries.ts', { cwd: features })) {
    const [feature = ''] = file.split('/')
    for (const [, word = ''] of readFileSync(join(features, file), 'utf8').matchAll(
      /[kK]ey(?: =|:) \['([^']+)'/g,
    ))
      owners.set(word, (owners.get(word) ?? new Set()).add(feature))
  }
  expect([...owners.keys()]).toEqual(expect.arrayContaining(['scheduling', 'staff-calendars']))
  const taken = [...owners].filter(([word, { size }]) => size > 1 && !sharedKeys.includes(word))
  expect(taken).toEqual([])
})
