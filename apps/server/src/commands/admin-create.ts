import { ApiError } from '@mi-portal/contract/calls/api-error'
import { superAdminCreation } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import * as z from 'zod/mini'
import { fillCatalogues } from '../../seed/catalogues.ts'
import { createClinicSettings } from '../modules/clinic/branding/live-settings.ts'
import { openPublishedClinic } from '../modules/clinic/published-clinic.ts'
import { createMailQueue } from '../modules/mailing/queue-messages.ts'
import { createSuperAdmin } from '../modules/users/permissions/create-super-admin.ts'
import { createAudit } from '../platform/audit.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { createPasswords } from '../platform/security/passwords.ts'
import { createPrompt, readOptions, withOpenDatabase } from './command-line.ts'

const questions = [
  ['document', 'RUT o pasaporte'],
  ['first-name', 'Nombres'],
  ['last-name', 'Primer apellido'],
  ['second-name', 'Segundo apellido (opcional)'],
  ['email', 'E-mail'],
] as const

const usage = `npm run portal -- admin:create [options]

${questions.map(([name, question]) => `  --${name.padEnd(12)} ${question}`).join('\n')}

Creates the account of a super administrator. It asks for what is not given, and always for the password. Run it with the
server's environment: node --env-file=/etc/mi-portal/portal.env dist/server/portal.mjs admin:create. The server may be running.`

type Given = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function readGiven(args: readonly string[]): Given {
  const asked = Object.fromEntries(questions.map(([name]) => [name, { type: 'string' as const }]))
  return readOptions(usage, args, asked)
}

async function readAnswers(given: Given) {
  const { ask, close } = createPrompt()
  try {
    const answers: Record<string, string> = {}
    for (const [name, question] of questions) {
      const option = given[name]
      answers[name] = typeof option === 'string' ? option : await ask(question)
    }
    const password = await ask('Contraseña', true)
    if (password !== (await ask('Confirmar contraseña', true)))
      throw new ApiError('invalid', { msg: 'Las contraseñas no coinciden' })
    return { ...answers, password }
  } finally {
    close()
  }
}

function makeForm(answers: Record<string, string>) {
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
  throw new ApiError('invalid', { msg: read.error.issues.map(({ message }) => message).join('; ') })
}

export async function run(args: readonly string[]): Promise<void> {
  const given = readGiven(args)
  const config = readConfig()
  const logger = createLogger('silent')
  // Before the questions, so that a database that cannot be opened is reported first.
  await withOpenDatabase(config, async (db) => {
    await fillCatalogues(db, {
      isDemonstration: config.demo,
      demonstrationClinic: config.demoClinic,
    })
    const clock = systemClock
    const clinic = await openPublishedClinic({ db, logger, isDemonstration: config.demo })
    const { branding, sender } = createClinicSettings(clinic, config)
    // The servers of the installation deliver what is queued here.
    const mailing = { db, config, clock, logger, branding, sender, hasServer: true, trigger: () => {} }
    const parts = {
      db,
      passwords: createPasswords(),
      auditLog: createAudit(db, clock),
      clock,
      branding,
      mail: createMailQueue(mailing),
    }
    const form = makeForm(await readAnswers(given))
    await createSuperAdmin(parts, form)
    process.stdout.write(`Superadministrador creado. Inicia sesión en ${config.publicUrl}/admin\n`)
  })
}
