import { expect, test } from 'vitest'
import { countStatementFailures } from './statement-failures.ts'

const apiErrorWith = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['42P05', '26000', '25006', '57P01', '53300', '08006', 'ECONNRESET'])(
  'most statements failing with %s mean that the database cannot work',
  (code) => {
    const failures = countStatementFailures(() => 0)
    for (let index = 0; index < 4; index += 1) failures.failed(apiErrorWith(code))
    expect(failures.isFailing()).toBe(false)
    failures.failed(apiErrorWith(code))
    expect(failures.isFailing()).toBe(true)
    for (let index = 0; index < 5; index += 1) failures.worked()
    expect(failures.isFailing()).toBe(false)
  },
)

test.each(['23505', '40001', '57014', '55P03', 'P0001'])(
  'a statement that is rejected with %s shows that the database works',
  (code) => {
    const failures = countStatementFailures(() => 0)
    for (let index = 0; index < 50; index += 1) failures.failed(apiErrorWith(code))
    expect(failures.isFailing()).toBe(false)
  },
)

test('failures are forgotten after ten seconds, and sooner where nothing else happens', () => {
  let now = 0
  const failures = countStatementFailures(() => now)
  for (let index = 0; index < 9; index += 1) failures.failed(new Error('Query read timeout'))
  now = 6_000
  expect(failures.isFailing()).toBe(true)
  now = 11_500
  expect(failures.isFailing()).toBe(false)
})
