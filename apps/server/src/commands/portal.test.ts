import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/commands/run-command.ts'
import { provideTestDatabase, urlOfTestDatabase } from '../../test/database.ts'
import { makeTestFolder } from '../../test/files/folder.ts'
import { commands } from './command-list.ts'

const names = Object.keys(commands)
const ofInstallations = names.filter((name) => commands[name]?.getPlace([]) !== 'nothing')
const SECRET_KEY = 'x'.repeat(48)

test('a command rejects a folder without an installation, and creates nothing', async () => {
  const DATA_DIR = join(makeTestFolder(), 'data')
  for (const name of ofInstallations)
    expect(await runCommand(name, ['file'], { DATA_DIR })).toEqual({
      code: 1,
      output: '',
      errors: `Aquí no hay un portal: la carpeta ${DATA_DIR} no tiene uno. Define DATA_DIR o DATABASE_URL como para el servidor (en el entorno o en el archivo .env de esta carpeta), o inicia antes el portal: npm start.\n`,
      place: '',
    })
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(names.filter((name) => !ofInstallations.includes(name))).toEqual([
    'clinic:check',
    'clinic:new',
    'restore',
  ])
  expect(commands.backup?.getPlace(['--new-key=FILE'])).toBe('nothing')
  expect(commands.backup?.getPlace(['--to', 'new-key'])).toBe('database')
})

test('a command rejects a database without the tables of a portal, and creates none', async () => {
  const name = 'commands_without_tables'
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query(`create database ${name}`)
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${name}` })
  const environment = { DATABASE_URL: url.toString(), SECRET_KEY, DATA_DIR: makeTestFolder() }
  const { code, errors } = await runCommand('clinic:export', ['folder'], environment)
  expect(code).toBe(1)
  expect(errors).toMatch(
    new RegExp(
      `^Aquí no hay un portal: la base de datos ${name} en \\S+ no tiene sus tablas\\. Define DATA_DIR`,
    ),
  )
  const own = new pg.Client({ connectionString: url.toString() })
  await own.connect()
  const { rows } = await own.query("select 1 from pg_tables where schemaname = 'public'")
  await own.end()
  expect(rows).toEqual([])
})

test('a command says which clinic and which database it works on, without a password', async () => {
  const db = await provideTestDatabase()
  const url = new URL(await urlOfTestDatabase(db))
  url.password = 'a-password'
  const folder = makeTestFolder()
  const environment = { DATABASE_URL: url.toString(), SECRET_KEY, DATA_DIR: folder }
  const { code, place } = await runCommand('clinic:export', [join(folder, 'exported')], environment)
  expect(code).toBe(0)
  expect(place).toMatch(new RegExp(`^Portal: Clínica Andes, la base de datos ${url.pathname.slice(1)} en `))
  expect(place).not.toContain('a-password')
})

test('a guide names no program or command that does not exist', () => {
  const cwd = join(import.meta.dirname, '../../../..')
  for (const path of globSync(['*.md', 'docs/**/*.md', 'deploy/*'], { cwd })) {
    const text = readFileSync(join(cwd, path), 'utf8')
    const programs = [...text.matchAll(/[\w-]+(?=\.mjs)/g)].map(([name]) => name)
    expect([path, programs.filter((name) => name !== 'portal' && name !== 'main')]).toEqual([path, []])
    const called = [...text.matchAll(/\bportal(?:\.mjs| --) ([a-z]+:?[a-z]*)/g)].map(([, name = '']) => name)
    expect([path, called.filter((name) => !names.includes(name))]).toEqual([path, []])
  }
})

test('the process reads the file .env of the present folder, and a variable of its environment comes first', () => {
  const folder = makeTestFolder()
  writeFileSync(join(folder, '.env'), `DATA_DIR=${join(folder, 'of-the-file')}\n`)
  const program = join(import.meta.dirname, 'portal.ts')
  const run = (environment: Record<string, string>) =>
    spawnSync(process.execPath, [program, 'audit:verify'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...environment },
    })
  const { status, stderr } = run({})
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${join(folder, 'of-the-file')} no tiene uno`),
  ])
  const DATA_DIR = join(folder, 'given')
  expect(run({ DATA_DIR }).stderr).toContain(`la carpeta ${DATA_DIR} no tiene uno`)
})
