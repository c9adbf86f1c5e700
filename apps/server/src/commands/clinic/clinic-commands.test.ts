import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../../test/commands/run-command.ts'
import { shippedPackage } from '../../modules/clinic/package/package-files.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mi-portal-clinic-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: 'clinic:check' | 'clinic:new', words: readonly string[], input = '') =>
  runCommand(command, words, {}, input)

const answers = {
  clinic: 'Clínica Los Robles',
  product: 'Portal Robles',
  email: 'contacto@robles.example',
  phone: '2 2555 1000',
  site: 'Viña del Mar',
  address: 'Calle Uno 123, Viña del Mar',
  commune: '5109',
  'results-from': '2026-01-01',
}
const options = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value])

test('clinic:check prints every error on a line, then their number, and ends with exit code 1', async () => {
  const broken = join(folder, 'broken')
  cpSync(shippedPackage('demonstration'), broken, { recursive: true })
  const file = join(broken, 'survey.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('id: 2', 'id: dos').replace('id: 3', 'id: 1'))
  const { code, output } = await run('clinic:check', [broken])
  expect([code, output]).toEqual([
    1,
    `survey.yaml:3 id: «dos» no es válido (Escribe un número entero entre 1 y 2147483647)
survey.yaml:5 id: «1» ya está en uso (Escribe otro valor o borra la repetición)
2 errores
`,
  ])
})

test('clinic:new writes a package that passes clinic:check, from options or from answers, into an empty folder', async () => {
  const fromOptions = join(folder, 'options')
  const asked = join(folder, 'asked')
  expect((await run('clinic:new', [fromOptions, ...options])).code).toBe(0)
  expect((await run('clinic:new', [asked], `${Object.values(answers).join('\n')}\n`)).code).toBe(0)
  const checked = await run('clinic:check', [fromOptions])
  expect([checked.code, checked.output.split('\n').slice(0, 2)]).toEqual([
    0,
    ['Sin errores: Clínica Los Robles', '1 sede'],
  ])
  const readSites = (of: string) => readFileSync(join(of, 'sites.yaml'), 'utf8')
  for (const text of ['declaration', 'privacy', 'terms'])
    expect(readFileSync(join(fromOptions, `legal/${text}.md`), 'utf8')).toMatch(/^---\nversion: "1"\n/)
  const reasons = readFileSync(join(fromOptions, 'contact.yaml'), 'utf8')
  expect(reasons).toContain('name: Portal Robles\n')
  expect(reasons).not.toContain('Mi portal')
  expect(readSites(asked)).toBe(readSites(fromOptions))
  expect(readSites(asked)).toContain('code: VINA_DEL_MAR\n')
  const { errors } = await run('clinic:new', [join(folder, 'unanswered')])
  const lines = errors.trimEnd().split('\n')
  expect(lines).toHaveLength(Object.keys(answers).length + 1)
  expect(lines.filter((line) => !/\(--[a-z-]+\): |^No se escribió nada/.test(line))).toEqual([])
  expect(await run('clinic:new', [asked, ...options])).toMatchObject({
    code: 1,
    errors: `La carpeta ${asked} no está vacía\n`,
  })
})
