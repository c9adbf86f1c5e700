import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { formatRun } from '@mi-portal/contract/values/run'
import { expect, test } from 'vitest'
import { buildRun } from '../../test/build.ts'
import { getEnvironment, runCommand } from '../../test/commands/run-command.ts'
import { makeTestFolder } from '../../test/files/folder.ts'
import { buildRegistered, registerRun, startRegistering } from '../../test/registration.ts'
import { expectRejected } from '../../test/rejection.ts'

const columns = 'run;passport;first_name;last_name;second_name;date_birth;gender'

async function startImporting() {
  const portal = await startRegistering()
  const folder = makeTestFolder()
  const file = join(folder, 'pacientes.csv')
  const environment = await getEnvironment(portal.db, folder)
  return {
    portal,
    file,
    importLines: (lines: readonly string[], words: readonly string[] = ['--yes'], input = '') => {
      writeFileSync(file, lines.join('\n'))
      return runCommand('patients:import', [file, ...words], environment, input)
    },
    people: () =>
      portal.db.ask<
        Record<string, unknown>
      >(`select document_number, first_name, last_name, second_name, date_birth::text as date_birth, gender_id, status,
           without_account, password_hash from people order by id`),
  }
}

test('an imported patient cannot sign in, registers later, and keeps the record', async () => {
  const { portal, importLines, people } = await startImporting()
  const { run } = await buildRegistered(portal.db)
  const { code, output, errors } = await importLines([
    columns,
    `${formatRun(run)};;Valentina;Muñoz;Salazar;1987-07-22;Femenino`,
    ';p1234567;Marie;Dubois;;1968-01-02;',
  ])
  expect([code, errors]).toEqual([0, ''])
  expect(output).toBe(`Pacientes nuevos: 2
  línea 2, ${formatRun(run)}
  línea 3, P1234567
Pacientes que cambian: 0
Pacientes sin cambios: 0
Pacientes con cuenta, que no cambian aunque el archivo dice otra cosa: 0
Pacientes importados.
`)
  expect(await people()).toMatchObject([
    { document_number: run, gender_id: 1, status: 2, without_account: true, password_hash: null },
    { document_number: 'P1234567', second_name: '', gender_id: null, without_account: true },
  ])
  const credentials = { document_type_id: 1 as const, document_number: run, password: 'Cordillera2026' }
  await expectRejected(portal.anonymous(sessionEndpoints.signIn, { body: credentials }), 400)

  const [before] = await portal.db.ask<{ id: number }>('select id from people where document_number = $1', [
    run,
  ])
  const params = { document_type_id: 1 as const, document_number: run }
  expect((await portal.anonymous(registrationEndpoints.available, { params })).registered).toBe(false)
  const { patient } = await registerRun(portal, run)
  expect(patient).toMatchObject({ id: before?.id, status: 1, first_name: 'Valentina Andrea' })
  expect((await people())[0]).toMatchObject({ without_account: false })
  // The patient sees in the access log that the clinic imported the data.
  const call = await portal.as(patient)
  const { accesses } = await call(profileEndpoints.accesses, { query: {} })
  expect(JSON.stringify(accesses)).toContain('tus datos desde un archivo de la clínica')
})

test('a person with an account is never changed, and the command lists the fields that differ', async () => {
  const { portal, importLines, people } = await startImporting()
  const person = await portal.person({ first_name: 'Camila', last_name: 'Fuentes', date_birth: '1990-03-04' })
  const before = await people()
  const lines = [columns, `${person.document_number};;Otra;Fuentes;${person.second_name};1991-03-04;`]
  const { code, output } = await importLines(lines)
  expect(code).toBe(0)
  expect(output).toContain(
    `Pacientes con cuenta, que no cambian aunque el archivo dice otra cosa: 1
  línea 2, ${formatRun(person.document_number)}: first_name, date_birth
No hay nada que importar.
`,
  )
  expect(await people()).toEqual(before)
})

test('importing again changes nothing, a changed line changes a patient without an account, and an empty cell keeps what is known', async () => {
  const { importLines, people } = await startImporting()
  const run = buildRun()
  const first = [columns, `${run};;Rosa;Leiva;Lagos;1980-05-17;femenino`]
  await importLines(first)
  const before = await people()
  expect((await importLines(first, [])).output).toContain('Pacientes sin cambios: 1\n')
  expect(await people()).toEqual(before)
  const changed = [columns, `${run};;Rosa Elena;Leiva;Lagos;;`]
  expect(await importLines(changed, [], 'no\n')).toMatchObject({ code: 1, errors: 'No se importó nada.\n' })
  expect(await people()).toEqual(before)
  const accepted = await importLines(changed, [], 'sí\n')
  expect(accepted.output).toContain(`Pacientes que cambian: 1\n  línea 2, ${formatRun(run)}: first_name\n`)
  expect(await people()).toMatchObject([{ first_name: 'Rosa Elena', date_birth: '1980-05-17', gender_id: 1 }])
})

test('a file with errors imports nothing and names each error with its line and column', async () => {
  const { portal, file, importLines, people } = await startImporting()
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  const before = await people()
  const run = buildRun()
  const { code, output, errors } = await importLines([
    `${columns};correo`,
    `${run};;Rosa;Leiva;;1980-05-17;`,
    `${run};;Rosa;Leiva;;1980-05-17;`,
    `${buildRun()};P1234567;Rosa;Leiva;;1880-05-17;mujer`,
    ';;Rosa;Leiva;;;',
    ';12;<b>Rosa</b>;;;;',
  ])
  expect([code, output]).toEqual([1, ''])
  const lines = errors.replaceAll(`${file}:`, '').trim().split('\n')
  expect(lines.map((line) => line.replace(/ \(.*\)$/, ''))).toEqual([
    '1 correo: La columna «correo» no existe',
    '3 run: La persona ya está en la línea 2',
    '4 gender: «mujer» no es válido',
    '5 run: Falta un valor',
    '6 passport: «12» no es válido',
    '6 first_name: «<b>Rosa</b>» no es válido',
    '6 last_name: Falta un valor',
    '7 errores. No se importó nada.',
  ])
  const both = await importLines([columns, `${run};P1234567;Rosa;Leiva;;1880-05-17;`])
  expect(both.errors.match(/csv:\d+ \w+: [^(]+/g)?.map((part) => part.trim())).toEqual([
    'csv:2 run: La línea también trae passport',
    'csv:2 date_birth: «1880-05-17» no puede ser la fecha de nacimiento',
  ])
  const ofStaff = await importLines([
    columns,
    `${staff.document_number};;Ana;Paz;;;`,
    `${run};;Rosa;Leiva;;;`,
  ])
  expect(ofStaff).toMatchObject({
    code: 1,
    errors: `${file}:2 run: Es el documento de una cuenta del personal (Borra la línea)\n1 error. No se importó nada.\n`,
  })
  expect(await people()).toEqual(before)
})
