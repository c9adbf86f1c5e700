import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { chooseCardHash } from '../adapters/choose.ts'
import { readConfig } from '../platform/config/config.ts'
import { fail, readArguments } from './command-line.ts'
import { findCardError, hashedRegistryRow, registryRow, toRegistryEntry } from './imports/registry-file.ts'
import { failOnErrors, findRepeated, readInput, readRows, writeRows } from './imports/table-file.ts'

const usage = `npm run portal -- registry:hash FILE.csv OUTPUT.csv

Writes the same people with card_hash in place of card_number. The hashes are made with SECRET_KEY, so only this installation can
import OUTPUT.csv. Run it with the server's environment. It changes nothing in the database.`

export async function run(args: readonly string[]): Promise<void> {
  const { positionals } = readArguments(usage, args, {})
  const [file, output, ...more] = positionals
  if (file === undefined || output === undefined || more.length > 0) fail(usage)
  if (existsSync(output)) fail(`${output} ya existe`)
  const cardHash = chooseCardHash(readConfig().secrets)
  const { rows, errors } = readRows(file, await readInput(file), registryRow)
  const withoutCard = rows.flatMap((one) => findCardError(file, one) ?? [])
  failOnErrors([...errors, ...withoutCard, ...findRepeated(file, rows, 'run', ({ run }) => run)])
  const hashed = rows.map(({ row }) => ({ ...toRegistryEntry(row, cardHash.of), deceased: row.deceased }))
  await writeFile(output, writeRows(hashed, hashedRegistryRow), { mode: 0o600, flag: 'wx' })
  process.stdout.write(
    `${output}: ${hashed.length} personas, con sus números de documento cifrados con hash\n`,
  )
}
