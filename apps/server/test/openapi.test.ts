import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { startPortal } from './portal.ts'

test('the API description passes the recommended rules of Redocly without errors or warnings', async () => {
  const { app } = await startPortal()
  const { body } = await app.inject('/api/openapi.json')
  const problems = await lintFromString({
    source: body,
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  const found = problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(' · '),
  )
  expect([...new Set(found)]).toEqual([])
})

test('the summary of each operation begins with a verb in the third person', async () => {
  const { app } = await startPortal()
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const operations = Object.values<Record<string, { summary: string }>>(paths).flatMap((path) =>
    Object.values(path),
  )
  expect(operations.length).toBeGreaterThan(200)
  expect(
    operations.map(({ summary }) => summary).filter((summary) => !/^[A-Z][a-z]+s /.test(summary)),
  ).toEqual([])
})
