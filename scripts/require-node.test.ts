import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const check = join(root, 'scripts/require-node.mjs')

/** Runs the check and a one-line program in a Node that pretends to be another version. */
function startAs(version: string) {
  const versions = JSON.stringify({ ...process.versions, node: version })
  const disguise = `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`
  const program = ['--import', disguise, '--import', check, '--eval', "console.log('started')"]
  return spawnSync(process.execPath, program, { encoding: 'utf8' })
}

test.each(['16.20.2', '18.19.0', '20.20.2', '22.17.1'])(
  'under Node %s a start ends with one line that names the version and where Node 24 comes from',
  (version) => {
    const { status, stdout, stderr } = startAs(version)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(`needs Node 22.18 or newer and this is ${version}. .*https://nodejs.org`),
    ])
  },
)

test.each(['22.18.0', '24.21.0', '25.0.0'])('under Node %s a program starts', (version) => {
  expect(startAs(version)).toMatchObject({ status: 0, stdout: 'started\n', stderr: '' })
})

test('an old Node can read the check, which comes before every program of the package', () => {
  const source = readFileSync(check, 'utf8')
  const forNode12 = transformSync(source, { target: 'node12.20', format: 'esm' }).code
  expect(forNode12).toBe(transformSync(source, { target: 'esnext', format: 'esm' }).code)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const programs = Object.values<string>(scripts).filter((script) => script.startsWith('node '))
  expect(programs.length).toBeGreaterThan(5)
  for (const script of programs) expect(script).toContain('--import ./scripts/require-node.mjs ')
})
