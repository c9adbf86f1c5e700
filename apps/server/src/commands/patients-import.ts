import { toDay } from '@mi-portal/contract/values/dates'
import { importKnownPatients, planImport } from '../modules/people/import-known-patients.ts'
import { createAudit } from '../platform/audit.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { fail } from './command-line.ts'
import { confirmImport, listItems } from './imports/confirm.ts'
import { type ImportOptions, runImport } from './imports/import-command.ts'
import { readPatientsFile, showPatient } from './imports/patients-file.ts'
import { failOnErrors } from './imports/table-file.ts'

const usage = `npm run portal -- patients:import FILE.csv [--yes]

  --yes   does not ask before it imports

Imports patients whom the clinic knows: all of the file or nothing. They get a record without an account, and keep it when they
register. A person with an account is never changed; the differences are listed. docs/operations/people.md describes the columns.
FILE may be - for the standard input, which needs --yes. Run it with the server's environment: node
--env-file=/etc/mi-portal/portal.env dist/server/portal.mjs patients:import FILE.csv. The server may be running.`

async function importPatients(db: Database, bytes: Uint8Array, { file, yes }: ImportOptions): Promise<void> {
  const { rows, errors } = readPatientsFile(file, bytes, toDay(systemClock.now()))
  failOnErrors(errors)
  const patients = rows.map(({ row }) => row)
  const plan = await planImport(db, patients)
  const show = (position: number) => {
    const row = rows[position]
    return row === undefined ? '' : showPatient(row)
  }
  const showFields = ({ position, fields }: { position: number; fields: readonly string[] }) =>
    `${show(position)}: ${fields.join(', ')}`
  failOnErrors(
    plan.notPatients.map((position) => ({
      file,
      line: rows[position]?.line ?? 1,
      field: 'run',
      message: 'Es el documento de una cuenta del personal',
      remedy: 'Borra la línea',
    })),
  )
  const lines = [
    ...listItems('Pacientes nuevos', plan.added.map(show)),
    ...listItems('Pacientes que cambian', plan.changed.map(showFields)),
    `Pacientes sin cambios: ${plan.unchanged}`,
    ...listItems(
      'Pacientes con cuenta, que no cambian aunque el archivo dice otra cosa',
      plan.withAccount.map(showFields),
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (plan.added.length + plan.changed.length === 0) {
    process.stdout.write('No hay nada que importar.\n')
    return
  }
  await confirmImport(yes, file)
  const parts = { db, audit: createAudit(db, systemClock), clock: systemClock }
  if (!(await importKnownPatients(parts, patients, plan)))
    fail('Los pacientes cambiaron mientras tanto. Vuelve a importar. No se importó nada.')
  process.stdout.write('Pacientes importados.\n')
}

export const run = (args: readonly string[]) => runImport(usage, args, importPatients)
