import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedPackage } from '../../modules/clinic/package/package-files.service.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mi-portal-clinic-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: 'clinic:check' | 'clinic:new', options: readonly string[], input = '') {
  const program = join(import.meta.dirname, '../portal.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, command, ...options], {
    encoding: 'utf8',
    input,
  })
  return { status, stdout, stderr }
}

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

test.each([
  ['demonstration', 'Sin errores: Clínica Andes\n2 sedes\n'],
  ['tres-sedes', 'Sin errores: Clínica Puerto Aromo\n3 sedes\n'],
] as const)('clinic:check says what the shipped package %s holds', (name, beginning) => {
  const { status, stdout } = run('clinic:check', [shippedPackage(name)])
  expect(status).toBe(0)
  expect(stdout.slice(0, beginning.length)).toBe(beginning)
  expect(stdout).toMatch(/\nContenido clínico sin aprobar\n$/)
})

test('clinic:check prints every error on a line, then their number, and ends with exit code 1', () => {
  const broken = join(folder, 'broken')
  cpSync(shippedPackage('demonstration'), broken, { recursive: true })
  const file = join(broken, 'survey.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('id: 2', 'id: dos').replace('id: 3', 'id: 1'))
  const { status, stdout } = run('clinic:check', [broken])
  expect([status, stdout]).toEqual([
    1,
    `survey.yaml:3 id: «dos» no es válido (Escribe un número entero entre 1 y 2147483647)
survey.yaml:5 id: «1» ya está en uso (Escribe otro valor o borra la repetición)
2 errores
`,
  ])
})

test('clinic:check says in one line that a folder does not exist', () => {
  const missing = join(folder, 'missing')
  expect(run('clinic:check', [missing])).toEqual({
    status: 1,
    stdout: '',
    stderr: `La carpeta ${missing} no existe\n`,
  })
})

test('clinic:new writes a package that passes clinic:check, from options or from answers', () => {
  const fromOptions = join(folder, 'options')
  const asked = join(folder, 'asked')
  expect(run('clinic:new', [fromOptions, ...options]).status).toBe(0)
  expect(run('clinic:new', [asked], `${Object.values(answers).join('\n')}\n`).status).toBe(0)
  const checked = run('clinic:check', [fromOptions])
  expect([checked.status, checked.stdout.split('\n').slice(0, 2)]).toEqual([
    0,
    ['Sin errores: Clínica Los Robles', '1 sede'],
  ])
  expect(readFileSync(join(asked, 'sites.yaml'), 'utf8')).toBe(
    readFileSync(join(fromOptions, 'sites.yaml'), 'utf8'),
  )
  expect(readFileSync(join(asked, 'sites.yaml'), 'utf8')).toContain('code: VINA_DEL_MAR\n')
})

test('clinic:new with answers that do not fit says which, and writes nothing', () => {
  const target = join(folder, 'wrong')
  const { status, stderr } = run('clinic:new', [
    target,
    ...options,
    '--email',
    'contacto',
    '--commune',
    'Viña',
  ])
  expect([status, stderr.split('\n')]).toEqual([
    1,
    [
      'email: Escribe una sola dirección de correo',
      'commune: Escribe un número entero entre 1101 y 16305',
      'No se escribió nada.',
      '',
    ],
  ])
  expect(existsSync(target)).toBe(false)
})

test('clinic:new does not write into a folder that has files', () => {
  const used = join(folder, 'used')
  expect(run('clinic:new', [used, ...options]).status).toBe(0)
  expect(run('clinic:new', [used, ...options])).toMatchObject({
    status: 1,
    stderr: `La carpeta ${used} no está vacía\n`,
  })
})
