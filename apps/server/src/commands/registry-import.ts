import { toDay } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'
import { openRegistryImport } from '../adapters/choose.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { fail } from './command-line.ts'
import { confirmImport, listItems } from './imports/confirm.ts'
import { type ImportOptions, runImport } from './imports/import-command.ts'
import { countUnaskable, readRegistryFile, toRegistryEntry } from './imports/registry-file.ts'
import { failOnErrors } from './imports/table-file.ts'

const usage = `npm run portal -- registry:import FILE.csv [options]

  --replace   deletes the people who are not in the file
  --yes       does not ask before it imports

Imports the registry of people: all of the file or nothing. Shows first what changes. A file that was imported before changes
nothing. docs/operations/people.md describes the columns. FILE may be - for the standard input, which needs --yes. Run it with the
server's environment: node --env-file=/etc/mi-portal/portal.env dist/server/portal.mjs registry:import FILE.csv. The server may be running.`

async function importRegistry(db: Database, bytes: Uint8Array, { file, replace, yes }: ImportOptions) {
  const { cardHash, registryImport } = openRegistryImport(db, readConfig().secrets, systemClock)
  const communes = await registryImport.readCommunes()
  if (communes.size === 0)
    fail('La base de datos aún no tiene comunas: inicia el portal una vez y vuelve a importar.')
  const { isOfThisInstallation } = cardHash
  const { rows, errors } = readRegistryFile(file, bytes, {
    isOfThisInstallation,
    communes,
    today: toDay(systemClock.now()),
  })
  failOnErrors(errors)
  const entries = rows.map(({ row }) => toRegistryEntry(row, cardHash.of))
  const plan = await registryImport.plan(entries)
  const removed = replace ? plan.absent : []
  const unaskable = countUnaskable(entries)
  const lines = [
    ...listItems('Personas nuevas', plan.added.map(formatRun)),
    ...listItems(
      'Personas que cambian',
      plan.changed.map(({ run, fields }) => `${formatRun(run)}: ${fields.join(', ')}`),
    ),
    `Personas sin cambios: ${plan.unchanged}`,
    ...(replace
      ? listItems('Personas que se borran', plan.absent.map(formatRun))
      : [`Personas que no están en el archivo y se conservan: ${plan.absent.length}`]),
    ...(unaskable > 0
      ? [
          `Personas con datos para menos de tres preguntas, que no podrán comprobar su identidad en línea: ${unaskable}`,
        ]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (plan.added.length + plan.changed.length + removed.length === 0) {
    process.stdout.write('No hay nada que importar.\n')
    return
  }
  await confirmImport(yes, file)
  if (!(await registryImport.apply(entries, plan, replace)))
    fail('El registro cambió mientras tanto. Vuelve a importar. No se importó nada.')
  process.stdout.write('Registro importado.\n')
}

export const run = (args: readonly string[]) => runImport(usage, args, importRegistry, { mayReplace: true })
