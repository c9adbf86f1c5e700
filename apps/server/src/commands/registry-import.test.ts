import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityCodes, identityEndpoints } from '@mi-portal/contract/identity'
import { formatRun } from '@mi-portal/contract/values/run'
import { expect, test } from 'vitest'
import { buildRun } from '../../test/build.ts'
import { runCommand } from '../../test/commands/run-command.ts'
import { urlOfTestDatabase } from '../../test/database.ts'
import { makeTestFolder } from '../../test/files/folder.ts'
import { testSecret } from '../../test/portal.ts'
import { registerRun, startCheck, startRegistering } from '../../test/registration.ts'
import { expectRejected } from '../../test/rejection.ts'

const columns =
  'run;card_number;names;last_name;second_name;date_birth;mother_run;mother_name;father_name;marital_status;birth_commune;home_commune'

/** A portal with a registry, and a folder for files to import. */
async function startImporting(options: Parameters<typeof startRegistering>[0] = {}) {
  const portal = await startRegistering(options)
  const folder = makeTestFolder()
  const environment = { DATABASE_URL: await urlOfTestDatabase(portal.db), DATA_DIR: folder, DEMO: 'false' }
  const write = (content: string, name = 'registro.csv') => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const withSecret = (more: Record<string, string>) => ({ SECRET_KEY: testSecret, ...environment, ...more })
  return {
    portal,
    folder,
    write,
    run: (words: readonly string[], input = '', more: Record<string, string> = {}) =>
      runCommand('registry:import', words, withSecret(more), input),
    hash: (words: readonly string[], more: Record<string, string> = {}) =>
      runCommand('registry:hash', words, withSecret(more)),
    rows: () => portal.db.ask<Record<string, unknown>>('select * from registry_people order by run'),
  }
}

/** A line of the file about a person with all columns, and with a card number. */
function lineOf(run: string, more: { names?: string; card?: string; mother?: string } = {}) {
  const { names = 'Rosa Elena', card = 'A1B2C3D4E5', mother = '' } = more
  return `${formatRun(run)};${card};${names};Del Río;Soto;1980-05-17;${mother};Carmen Gloria Soto Ríos;Héctor Iván Del Río Pinto;Casado/a;13123;5109`
}

test('a person of an imported file proves their identity and registers, and the database has no plain card number', async () => {
  const { portal, write, run, rows } = await startImporting()
  const person = buildRun()
  const file = write([columns, lineOf(person)].join('\n'))
  const imported = await run([file, '--yes'])
  expect(imported).toMatchObject({ code: 0, errors: '' })
  expect(imported.output).toBe(
    `Personas nuevas: 1
  ${formatRun(person)}
Personas que cambian: 0
Personas sin cambios: 0
Personas que no están en el archivo y se conservan: 12
Registro importado.
`,
  )
  const stored = (await rows()).find((row) => row.run === person)
  expect(stored).toMatchObject({ last_name: 'Del Río', lastname: 'Del Río Soto' })
  expect(JSON.stringify(await rows())).not.toContain('A1B2C3D4E5')

  const wrong = await startCheck(portal, person, 'A1B2C3D4E6')
  expect(wrong.url).toContain('/identidad/')
  const ended = await portal.app.inject({ url: `/api/identity/checks/${wrong.verification_id}` })
  expect(ended.json().result).toMatchObject({ code: identityCodes.unknown, solem: null })

  const { patient } = await registerRun(portal, person, { first_name: 'Otra', date_birth: '1999-01-01' })
  expect(patient).toMatchObject({
    first_name: 'Rosa Elena',
    last_name: 'Del Río',
    second_name: 'Soto',
    date_birth: '1980-05-17',
    names_proven: true,
  })
  expect(await portal.db.listAuditEvents('registry.import')).toMatchObject([
    { detail: { added: 1, changed: 0, removed: 0 } },
  ])
})

test('a death in the file makes a patient «fallecido» within an hour, proves no identity, and is not repeated once staff corrected it', async () => {
  const { portal, write, run } = await startImporting()
  const [dead, alive, unknown] = [buildRun(), buildRun(), buildRun()]
  const patients = await Promise.all(
    [dead, alive].map((document_number) => portal.person({ document_number })),
  )
  const withDeath = (line: string, death: string) => `${line};${death}`
  const fileOf = (...deaths: readonly string[]) =>
    write(
      [
        `${columns};deceased`,
        ...[dead, alive, unknown].map((one, at) => withDeath(lineOf(one), deaths[at] ?? '')),
      ].join('\n'),
    )
  const wrong = await run([fileOf('1970-01-01', 'ayer', '2999-01-01'), '--yes'])
  expect(wrong.code).toBe(1)
  expect(wrong.errors.match(/ deceased: /g)).toHaveLength(3)
  expect((await run([fileOf('2026-11-02', '', 'sí'), '--yes'])).code).toBe(0)
  expect(await portal.runJob('identity.registry-deaths')).toEqual({ deaths: 1 })
  const deathOf = () =>
    portal.db.ask(
      'select deceased_on, deceased_source from people where id = any($1) order by array_position($1, id)',
      [patients.map(({ id }) => id)],
    )
  const none = { deceased_on: null, deceased_source: null }
  expect(await deathOf()).toEqual([{ deceased_on: '2026-11-02', deceased_source: 'registry' }, none])
  const staff = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  await expectRejected(staff(identityEndpoints.info, { params: { rut: unknown } }), 409)

  await portal.db.ask('update people set deceased_at = null, deceased_on = null, deceased_source = null')
  expect((await run([fileOf('2026-11-02', '', 'sí')])).output).toContain('Personas sin cambios: 3')
  expect(await portal.runJob('identity.registry-deaths')).toEqual({ deaths: 0 })
  expect(await deathOf()).toEqual([none, none])
})

test('importing the same file again changes nothing, a changed line changes that person, and only --replace deletes', async () => {
  const { write, run, rows } = await startImporting()
  const [one, other] = [buildRun(), buildRun()]
  const file = write([columns, lineOf(one), lineOf(other)].join('\n'))
  expect((await run([file, '--yes'])).code).toBe(0)
  const before = await rows()
  const again = await run([file])
  expect(again).toMatchObject({ code: 0, errors: '' })
  expect(again.output).toMatch(/Personas sin cambios: 2\n.*\nNo hay nada que importar\.\n$/)
  expect(await rows()).toEqual(before)

  const changed = write([columns, lineOf(one, { names: 'Rosa', card: 'B1B2C3D4E5' })].join('\n'))
  const refused = await run([changed], 'no\n')
  expect(refused).toMatchObject({ code: 1, errors: 'No se importó nada.\n' })
  expect(await rows()).toEqual(before)

  const accepted = await run([changed], 'sí\n')
  expect(accepted.code).toBe(0)
  expect(accepted.output).toContain(`Personas que cambian: 1\n  ${formatRun(one)}: names, card_number\n`)
  expect(await rows()).toHaveLength(14)

  const replaced = await run([changed, '--replace', '--yes'])
  expect(replaced.code).toBe(0)
  expect(replaced.output).toContain('Personas que se borran: 13\n')
  expect((await rows()).map(({ run, names }) => [run, names])).toEqual([[one, 'Rosa']])
})

test('a file with errors imports nothing and names each error with its line, column and remedy', async () => {
  const { write, run, rows } = await startImporting()
  const good = buildRun()
  const before = await rows()
  const contradictory = write(
    [
      'run;card_number;card_hash;names;last_name;date_birth;mother_run;birth_commune',
      `${formatRun(good)};;;Ana;Soto;1980-05-17;${formatRun(good)};99999`,
      `${formatRun(buildRun())};A1B2C3D4E5;${'0'.repeat(8)}.${'A'.repeat(43)};Ana;Soto;2999-01-01;;`,
    ].join('\n'),
  )
  const contradicted = await run([contradictory, '--yes'])
  expect(contradicted.errors.match(/csv:\d+ \w+: [^(]+/g)?.map((part) => part.trim())).toEqual([
    'csv:2 card_number: Falta un valor',
    'csv:2 mother_run: Es el mismo RUN de la persona',
    'csv:2 birth_commune: La comuna «99999» no existe',
    'csv:3 card_number: La línea también trae card_hash',
    'csv:3 card_hash: Se calculó con una SECRET_KEY que no es de esta instalación',
    'csv:3 date_birth: «2999-01-01» está en el futuro',
  ])
  expect(await rows()).toEqual(before)
})

test('registry:hash writes a file without card numbers, which only the installation with its secret imports', async () => {
  const { portal, folder, write, run, hash, rows } = await startImporting()
  const person = buildRun()
  const file = write([columns, lineOf(person)].join('\n'))
  const output = join(folder, 'con-hash.csv')
  expect(await hash([file, output])).toMatchObject({ code: 0, errors: '' })
  const hashed = readFileSync(output, 'utf8')
  expect(hashed).toContain('card_hash')
  expect(hashed).not.toContain('A1B2C3D4E5')
  expect(await hash([file, output])).toMatchObject({ code: 1, errors: `${output} ya existe\n` })

  const foreign = await run([output, '--yes'], '', { SECRET_KEY: 'y'.repeat(48) })
  expect(foreign).toMatchObject({ code: 1, errors: expect.stringContaining('no es de esta instalación') })
  expect(await rows()).toHaveLength(12)
  expect((await run([output, '--yes'])).code).toBe(0)
  expect((await registerRun(portal, person)).patient).toMatchObject({ document_number: person, status: 1 })
  // The same people with plain numbers are equal to those with hashes.
  expect((await run([file])).output).toContain('Personas sin cambios: 1\n')
})

test('after a change of the secret, card numbers are still found, and another import of the file stores their hashes under the new secret', async () => {
  const next = 'z'.repeat(48)
  const secrets = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: testSecret }
  const { portal, write, run, rows } = await startImporting({ environment: secrets })
  const person = buildRun()
  const file = write([columns, lineOf(person)].join('\n'))
  expect((await run([file, '--yes'])).code).toBe(0)
  const hashOf = async () => (await rows()).find((row) => row.run === person)?.card_hash
  const before = await hashOf()
  expect((await registerRun(portal, person)).patient.status).toBe(1)
  const again = await run([file, '--yes'], '', secrets)
  expect(again.output).toContain(`Personas que cambian: 1\n  ${formatRun(person)}: card_number\n`)
  expect(await hashOf()).not.toBe(before)
  expect((await run([file], '', { SECRET_KEY: next })).output).toContain('Personas sin cambios: 1\n')
})
