import type { MissingItem } from '@mi-portal/contract/installation'
import type { Config } from '../../platform/config/config.ts'
import { isLoopback, isLoopbackHost } from '../../platform/config/network.ts'
import { estimateBits } from '../../platform/security/secret-strength.ts'
import { type IdentityFacts, unavailableReason } from '../identity/identity-mode.rules.ts'
import type { FileFacts, InstallationFacts, TextCounts } from './installation.sql.ts'

export type InstallationWarning = MissingItem & {
  readonly message: string
}

const leastSecretBits = 128
const backupDays = 2
const dayMs = 86_400_000

/** Returns whether patients can reach this installation: its address leads to other machines. */
export function isProduction({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return !isLoopback(publicUrl)
}

/** Returns whether the environment demands that registrations are compared with the embedded registry, which must then be filled. */
export function needsRegistry(
  config: Pick<Config, 'publicUrl' | 'identityCheck' | 'civilRegistry' | 'demo'>,
): boolean {
  const { identityCheck, civilRegistry, demo } = config
  return isProduction(config) && identityCheck === 'embedded' && civilRegistry === null && !demo
}

export const emptyRegistry =
  'IDENTITY_CHECK should be staff or oidc: with embedded, people are compared with the registry, and it is empty, so no patient could register. Import it with npm run portal -- registry:import, or set CIVIL_REGISTRY_URL'

type JudgedSettings = Pick<Config, 'publicUrl' | 'secrets' | 'limitsFactor' | 'trustsUnnamedProxy' | 'oidc'>

export function findStartErrors(config: JudgedSettings): string[] {
  if (!isProduction(config)) return []
  const errors: string[] = []
  const [secret, ...previous] = config.secrets
  const bits = estimateBits(secret)
  if (bits < leastSecretBits)
    errors.push(
      `SECRET_KEY should be random: about ${bits} of ${leastSecretBits} bits are hard to guess. Make one with: openssl rand -base64 36` +
        (previous.length > 0
          ? ''
          : ' (and name the present one in SECRET_KEY_PREVIOUS if the portal was used with it)'),
    )
  if (config.publicUrl.startsWith('http:'))
    errors.push('PUBLIC_URL should start with https://: put a proxy that ends TLS before the portal')
  if (config.limitsFactor !== 1)
    errors.push('LIMITS_FACTOR should be 1 or absent: other values are for failure tests and benchmarks')
  if (config.trustsUnnamedProxy)
    errors.push(
      'TRUST_PROXY should be the addresses of the proxies, separated by commas: with on, callers choose the address they are counted by',
    )
  if (config.oidc.issuer?.startsWith('http:'))
    errors.push('OIDC_ISSUER should start with https://: it says who a person is')
  return errors
}

function isUnencrypted(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  const isHere = host === '' || host.startsWith('/') || isLoopbackHost(host)
  return !isHere && !['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
}

type WarnedSettings = Pick<
  Config,
  'publicUrl' | 'smtpUrl' | 'scanner' | 'databaseUrl' | 'migrationDatabaseUrl' | 'staffSecondFactor' | 'demo'
>

type MissingFacts = InstallationFacts & {
  readonly unapproved: readonly string[]
  readonly overdueTexts: number
  readonly identity: IdentityFacts
  readonly isEncrypted: boolean | null
}

export function listMissing(config: WarnedSettings, facts: MissingFacts, now: Date): InstallationWarning[] {
  return [
    ...missingConnection(config, facts),
    ...missingClinic(config, facts),
    ...missingServices(config),
    ...missingIdentity(config, facts.identity),
    ...missingProtection(config),
    ...missingBackup(facts, now),
  ]
}

function present(warnings: readonly (InstallationWarning | false)[]): InstallationWarning[] {
  return warnings.filter((warning) => warning !== false)
}

function missingConnection(config: WarnedSettings, { isEncrypted }: MissingFacts): InstallationWarning[] {
  return present([
    !isProduction(config) && {
      code: 'localAddress',
      message: 'PUBLIC_URL leads to this machine only: set it to the https address of the portal',
      text: 'El portal todavía no tiene una dirección pública: solo se abre en este equipo.',
      remedy:
        'Define PUBLIC_URL con la dirección https del portal en la configuración del servidor y reinícialo.',
    },
    isProduction(config) &&
      isEncrypted === false && {
        code: 'unencryptedRequest',
        message:
          'A request arrived without https: see that the proxy ends TLS, and that TRUST_PROXY names it',
        text: 'Esta página llegó al servidor sin cifrado (https).',
        remedy:
          'Entra por la dirección https. Si ya lo hiciste, revisa que el proxy envíe X-Forwarded-Proto y que TRUST_PROXY tenga su dirección.',
      },
  ])
}

function missingClinic(
  config: WarnedSettings,
  { sites, unapproved, overdueTexts }: MissingFacts,
): InstallationWarning[] {
  return present([
    sites === 0 && {
      code: 'noSites',
      message:
        'The clinic package has no sites, so patients have nowhere to book: publish one in «Puesta en marcha» or with npm run portal -- clinic:import',
      text: 'No hay sedes: los pacientes no pueden reservar horas.',
      remedy: 'Sube el paquete de la clínica o crea uno nuevo, y publícalo.',
    },
    !config.demo &&
      unapproved.length > 0 && {
        code: 'unapprovedContent',
        message: `Patients do not see clinical content that no clinician approved (${unapproved.join(', ')}): name who approved it in approvals.yaml of the clinic package`,
        text: 'El contenido clínico (preparaciones, cuestionarios, listas de exámenes y rangos) no ha sido aprobado por un profesional de la clínica.',
        remedy: 'Escribe quién lo aprobó y cuándo en «Clínica», «Aprobaciones», y publícalo.',
      },
    !config.demo &&
      overdueTexts > 0 && {
        code: 'overdueTexts',
        message: `Patients do not see texts on what an exam is for whose review is overdue (${overdueTexts}): have them reviewed and write the new approval in laboratory/purposes.csv of the clinic package`,
        text:
          overdueTexts === 1
            ? 'Pasó la fecha de revisión de 1 texto sobre para qué sirve un examen: los pacientes ya no lo ven.'
            : `Pasó la fecha de revisión de ${overdueTexts} textos sobre para qué sirve un examen: los pacientes ya no los ven.`,
        remedy:
          'Pide la revisión a un profesional, escribe la nueva aprobación en «Clínica», «Para qué sirve cada examen», y publícala.',
      },
  ])
}

function missingServices(config: WarnedSettings): InstallationWarning[] {
  return present([
    config.smtpUrl === undefined && {
      code: 'noMailServer',
      message: 'SMTP_URL is absent: messages stay in the outbox and no one receives an e-mail',
      text: 'No hay un servidor de correo configurado: los correos del portal no se envían.',
      remedy: 'Define SMTP_URL y MAIL_FROM en la configuración del servidor y reinícialo.',
    },
    config.scanner === null && {
      code: 'noScanner',
      message:
        'SCANNER_URL is absent: nothing scans the files that are uploaded, which staff and patients open',
      text: 'Los archivos subidos no se revisan: no hay un antivirus configurado.',
      remedy: 'Instala ClamAV, define SCANNER_URL en la configuración del servidor y reinícialo.',
    },
    (isUnencrypted(config.databaseUrl) || isUnencrypted(config.migrationDatabaseUrl)) && {
      code: 'unencryptedDatabase',
      message:
        'DATABASE_URL or MIGRATION_DATABASE_URL leads to another machine without sslmode: add sslmode=verify-full',
      text: 'La conexión con la base de datos no está cifrada.',
      remedy: 'Agrega sslmode=verify-full a DATABASE_URL y MIGRATION_DATABASE_URL, y reinicia el servidor.',
    },
  ])
}

function missingIdentity({ demo }: WarnedSettings, facts: IdentityFacts): InstallationWarning[] {
  const { fixed, chosen, hasRegistry } = facts
  const reason = chosen === null ? null : unavailableReason(chosen, facts)
  return present([
    !demo &&
      fixed === null &&
      chosen === null &&
      !hasRegistry && {
        code: 'identityNotChosen',
        message:
          'No identity mode is chosen, and there is no registry: staff check each registration until a mode is chosen in «Puesta en marcha»',
        text: 'Todavía no se elige cómo se comprueba la identidad: mientras tanto, el personal valida cada cuenta nueva.',
        remedy: 'Elige un modo.',
      },
    fixed === null &&
      reason !== null && {
        code: 'identityIncomplete',
        message: `The identity check ${chosen} lacks its prerequisites, so staff check each registration: import the registry, give the OIDC settings, or choose another mode`,
        text: 'El modo elegido para comprobar la identidad no puede funcionar: mientras tanto, el personal valida cada cuenta nueva.',
        remedy: `${reason}, o elige otro modo.`,
      },
    fixed === 'embedded' &&
      !hasRegistry && {
        code: 'identityIncomplete',
        message: emptyRegistry,
        text: 'Nadie puede registrarse: la identidad se compara con un registro de personas que está vacío.',
        remedy: 'Importa el registro con npm run portal -- registry:import, o cambia IDENTITY_CHECK.',
      },
  ])
}

function missingProtection(config: WarnedSettings): InstallationWarning[] {
  return present([
    config.staffSecondFactor === 'offered' && {
      code: 'secondFactorOptional',
      message:
        'STAFF_SECOND_FACTOR is offered: set it to required, so that a password alone opens no staff account',
      text: 'El código extra del personal es opcional: conviene exigirlo.',
      remedy: 'Define STAFF_SECOND_FACTOR=required en la configuración del servidor y reinícialo.',
    },
  ])
}

function missingBackup({ lastBackup }: MissingFacts, now: Date): InstallationWarning[] {
  if (lastBackup !== null && now.getTime() - lastBackup.getTime() <= backupDays * dayMs) return []
  const isNone = lastBackup === null
  return [
    {
      code: 'oldBackup',
      message: isNone
        ? 'No backup is recorded: run npm run portal -- backup, and plan it for every day'
        : `The last recorded backup is of ${lastBackup.toISOString()}: see that npm run portal -- backup runs every day`,
      text: isNone
        ? 'No hay ninguna copia de seguridad registrada.'
        : 'La última copia de seguridad tiene más de dos días.',
      remedy: 'Ejecuta npm run portal -- backup en el servidor, y prográmalo para cada día.',
    },
  ]
}

const longestWaitMs = 3_600_000

export function listFileWarnings({ infected, waitingSince }: FileFacts, now: Date): InstallationWarning[] {
  const warnings: (InstallationWarning | false)[] = [
    infected > 0 && {
      code: 'infectedFiles',
      message: `Uploaded files found infected in the last 30 days: ${infected}. They are stored and never served; the audit log names them (files.block)`,
      text:
        infected === 1
          ? 'El antivirus bloqueó 1 archivo en los últimos 30 días.'
          : `El antivirus bloqueó ${infected} archivos en los últimos 30 días.`,
      remedy: 'Revisa en «Registro» quién los subió. El portal los guarda y no los entrega a nadie.',
    },
    waitingSince !== null &&
      now.getTime() - waitingSince.getTime() > longestWaitMs && {
        code: 'unscannedFiles',
        message: `Files uploaded since ${waitingSince.toISOString()} still wait for the scanner: see that clamd answers at SCANNER_URL and that its StreamMaxLength is 25M or more`,
        text: 'Hay archivos que esperan hace más de una hora la revisión del antivirus: no se pueden descargar.',
        remedy: 'Revisa que el antivirus responda en SCANNER_URL.',
      },
  ]
  return warnings.filter((warning) => warning !== false)
}

export function listTextWarnings(
  counts: TextCounts,
  limits: { readonly day: number; readonly month: number },
): InstallationWarning[] {
  const warnings: (InstallationWarning | false)[] = [
    counts.day >= limits.day && {
      code: 'textLimitDay',
      message: `The ${limits.day} text messages of today are used up, so other channels are used until tomorrow: raise TEXT_MESSAGES_DAY if that is too few`,
      text: `Se alcanzó el máximo diario de mensajes al celular (${limits.day} entre SMS y WhatsApp): hasta mañana las novedades van por los otros canales.`,
      remedy: 'Si son pocos, sube TEXT_MESSAGES_DAY en la configuración del servidor y reinícialo.',
    },
    counts.month >= limits.month && {
      code: 'textLimitMonth',
      message: `The ${limits.month} text messages of this month are used up, so other channels are used until its end: raise TEXT_MESSAGES_MONTH if that is too few`,
      text: `Se alcanzó el máximo mensual de mensajes al celular (${limits.month} entre SMS y WhatsApp): hasta fin de mes las novedades van por los otros canales.`,
      remedy: 'Si son pocos, sube TEXT_MESSAGES_MONTH en la configuración del servidor y reinícialo.',
    },
  ]
  return warnings.filter((warning) => warning !== false)
}
