import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readServerFlags } from './server-flags.ts'

const root = join(import.meta.dirname, '../..')
const flags = readServerFlags(root)
const contentOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('npm start limits the memory of the server', () => {
  expect(flags.map((flag) => flag.split('=')[0])).toContain('--max-old-space-size')
})

test('the container image starts the server with the flags of npm start', () => {
  const command = contentOf('Dockerfile').match(/^CMD (\[.*\])$/m)?.[1] ?? '[]'
  expect(JSON.parse(command)).toEqual(['node', ...flags, 'dist/server/main.mjs'])
})

test('the service unit starts the server with the flags of npm start', () => {
  expect(contentOf('deploy/mi-portal@.service')).toContain(
    `ExecStart=/usr/bin/node ${flags.join(' ')} dist/server/main.mjs\n`,
  )
})
