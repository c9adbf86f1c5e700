/**
 * `npm run admin:create`: opens a super administrator's account, the first of an installation above all. What is not
 * given as an option is asked for; the password is only ever asked for, and does not show.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { Failure } from '@mi-portal/contract/failure'
import { superAdminCreation } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import * as z from 'zod/mini'
import { loadCatalogues } from '../../seed/catalogues.ts'
import { superAdminsService } from '../modules/users/super-admins.service.ts'
import { usersStore } from '../modules/users/users.store.ts'
import { createAudit } from '../platform/audit.ts'
import { systemClock } from '../platform/clock.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { FolderError } from '../platform/database/embedded/folder-errors.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open.ts'
import { migrationsFolder } from '../platform/installed.ts'
import { createLogger } from '../platform/logger.ts'
import { createPasswords } from '../platform/security/passwords.ts'

const questions = [
  ['document', 'RUT o pasaporte'],
  ['first-name', 'Nombres'],
  ['last-name', 'Primer apellido'],
  ['second-name', 'Segundo apellido (opcional)'],
  ['email', 'E-mail'],
] as const

/** Asks on a terminal; from a pipe it takes a line for each question. */
function asker() {
  let muted = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!muted) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = process.stdin.isTTY === true
  const reading = createInterface({ input: process.stdin, output, terminal })
  const lines = reading[Symbol.asyncIterator]()
  return {
    ask: async (question: string, secret = false): Promise<string> => {
      process.stdout.write(`${question}: `)
      muted = secret
      const line = await lines.next()
      if (secret || !terminal) process.stdout.write('\n')
      muted = false
      return line.done ? '' : line.value
    },
    close: () => reading.close(),
  }
}

async function readAnswers() {
  const options = Object.fromEntries(questions.map(([name]) => [name, { type: 'string' as const }]))
  const { values: given } = parseArgs({ options })
  const { ask, close } = asker()
  try {
    const answers: Record<string, string> = {}
    for (const [name, question] of questions) {
      const option = given[name]
      answers[name] = typeof option === 'string' ? option : await ask(question)
    }
    const password = await ask('Contraseña', true)
    if (password !== (await ask('Confirmar contraseña', true)))
      throw new Failure('invalid', { msg: 'Las contraseñas no coinciden' })
    return { ...answers, password }
  } finally {
    close()
  }
}

/** The form that the answers make; throws with what is wrong with it. */
function formOf(answers: Record<string, string>) {
  const document_number = answers.document ?? ''
  const read = z.safeParse(superAdminCreation, {
    document_type_id: isRun(cleanRun(document_number)) ? documentType.run : documentType.passport,
    document_number,
    first_name: answers['first-name'],
    last_name: answers['last-name'],
    second_name: answers['second-name'],
    email: answers.email,
    password: answers.password,
  })
  if (read.success) return read.data
  throw new Failure('invalid', { msg: read.error.issues.map(({ message }) => message).join('; ') })
}

async function run(): Promise<void> {
  const config = readConfig()
  const logger = createLogger('silent')
  // Before anything is asked: a folder that a running server holds cannot be worked on.
  const db = await openDatabase(config, readMigrations(migrationsFolder()), logger)
  try {
    await loadCatalogues(db)
    const clock = systemClock
    const admins = superAdminsService({
      db,
      store: usersStore(db),
      passwords: createPasswords(),
      audit: createAudit(db, clock),
      clock,
      house: config,
    })
    const form = formOf(await readAnswers())
    await admins.create(form)
    process.stdout.write(`Superadministrador creado. Inicia sesión en ${config.publicUrl}/admin\n`)
  } finally {
    await db.close()
  }
}

run().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof FolderError || error instanceof Failure
  const told = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${expected || !(error instanceof Error) ? told : (error.stack ?? told)}\n`)
  process.exitCode = 1
})
