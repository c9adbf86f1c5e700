import { join, resolve } from 'node:path'
import { identityModes } from '@mi-portal/contract/installation'
import { chooseDataFolder } from '../database/embedded-postgres/data-folder.ts'
import { type LogLevel, logLevels } from '../logger.ts'
import {
  inAddress,
  isLoopback,
  isLoopbackHost,
  readAuditStream,
  readDemonstration,
  readLimits,
  readMetricsToken,
  readTracing,
  readTrust,
} from './network.ts'
import { type Environment, type Reader, reader, withSecretFiles } from './reader.ts'
import { readFiles, readRetention, readSecrets } from './storage.ts'
import {
  readArchive,
  readCivilRegistry,
  readImages,
  readPushServices,
  readScanner,
  readScheduling,
  readTelemedicine,
  readTextMessages,
} from './systems.ts'
import { variables } from './variables.ts'

export const usualDemonstration = 'demonstration'

export function readDataDir(environment: Environment = process.env): string {
  const read = reader(environment)
  const demoClinic = read.given('DEMO_CLINIC')
  if (demoClinic !== undefined && !/^[a-z0-9-]{1,40}$/.test(demoClinic))
    read.rejectValue('DEMO_CLINIC', 'the name of a folder in dist/server/clinic')
  // Every other clinic has a folder of its own, so that all can be demonstrated in turn.
  const isUsual = demoClinic === undefined || demoClinic === usualDemonstration
  const usual = isUsual ? variables.DATA_DIR.fallback : `./data-${demoClinic}`
  const given = read.given('DATA_DIR')
  if (given !== undefined) return resolve(given)
  return read.given('DATABASE_URL') === undefined ? chooseDataFolder(usual) : resolve(usual)
}

export function readDatabaseUrl(environment: Environment = withSecretFiles(process.env)): string | undefined {
  return reader(environment).url('DATABASE_URL', ['postgres:', 'postgresql:'])
}

/** The people of the demonstration are in its README with their passwords, so it asks for no second factor by itself. */
function readStaffSecondFactor(read: Reader, demo: boolean): 'offered' | 'required' {
  if (demo && !read.given('STAFF_SECOND_FACTOR')) return 'offered'
  return read.oneOf('STAFF_SECOND_FACTOR', ['required', 'offered'])
}

export function readConfig(given: Environment = process.env) {
  const environment = withSecretFiles(given)
  const read = reader(environment)
  const port = read.whole('PORT', 0, 65_535)
  const host = read.text('HOST')
  const dataDir = readDataDir(environment)
  const databaseUrl = readDatabaseUrl(environment)
  const embedded = databaseUrl === undefined
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${inAddress(host)}:${port}`
  if (!URL.canParse(publicUrl)) read.rejectValue('HOST', 'an address of this machine, such as 127.0.0.1')
  const identityCheck = read.given('IDENTITY_CHECK') ? read.oneOf('IDENTITY_CHECK', identityModes) : null
  if (identityCheck === 'oidc') {
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
      if (!read.given(name)) read.rejectValue(name, 'given when IDENTITY_CHECK=oidc')
    }
  }
  const ages = {
    reserve: read.whole('AGE_RESERVE', 0, 30),
    paediatric: read.whole('AGE_PAEDIATRIC', 0, 30),
    consent: read.whole('AGE_CONSENT', 0, 30),
    adult: read.whole('AGE_ADULT', 1, 30),
  }
  const trustProxy = readTrust(read)
  const isOnThisMachine = embedded && trustProxy === false && isLoopbackHost(host)
  const issuer = read.url('OIDC_ISSUER', ['https:', 'http:'])
  if (issuer?.startsWith('http:') && !isLoopback(issuer))
    read.rejectValue('OIDC_ISSUER', 'an address starting with https://')
  const isUsual = isOnThisMachine && environment.NODE_ENV !== 'production'
  const demonstration = readDemonstration(read, publicUrl, isUsual)
  return {
    port,
    host,
    publicUrl,
    trustProxy,
    /** True for `on`: the address of a caller is the one that the nearest proxy reports, and no proxy is named. */
    trustsUnnamedProxy: read.text('TRUST_PROXY') === 'on',
    dataDir,
    databaseUrl,
    migrationDatabaseUrl: read.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']) ?? databaseUrl,
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.given('MAIL_FROM') && read.email('MAIL_FROM', ''),
    files: readFiles(read, join(dataDir, 'files')),
    scanner: readScanner(read),
    secrets: readSecrets(read, embedded ? dataDir : null),
    auditStream: readAuditStream(read),
    ...demonstration,
    identityCheck,
    oidc: {
      issuer,
      clientId: read.given('OIDC_CLIENT_ID'),
      clientSecret: read.given('OIDC_CLIENT_SECRET'),
    },
    civilRegistry: readCivilRegistry(read),
    identityWindow: read.oneOf('IDENTITY_WINDOW', ['popup', 'page']),
    archive: readArchive(read),
    images: readImages(read),
    scheduling: readScheduling(read),
    schedulingWebUrl: read.url('SCHEDULING_WEB_URL', ['https:', 'http:']) ?? null,
    openHours: read.whole('OPEN_HOURS', 1, 1000),
    telemedicineUrl: readTelemedicine(read),
    pushServices: readPushServices(read),
    textMessages: readTextMessages(read),
    minutesBetweenChannels: read.whole('NOTIFICATION_MINUTES', 1, 24 * 60),
    staffSecondFactor: readStaffSecondFactor(read, demonstration.demo),
    ages,
    keep: readRetention(read),
    freeSpaceMin: read.bytes('FREE_SPACE_MIN'),
    slowStatementMs: read.whole('SLOW_STATEMENT_MS', 0, 600_000),
    tracing: readTracing(read),
    ownLimits: readLimits(read),
    limitsFactor: read.whole('LIMITS_FACTOR', 1, 1_000_000),
    metrics: read.oneOf('METRICS', ['on', 'off']) === 'on',
    metricsToken: readMetricsToken(read),
    logLevel: read.oneOf<LogLevel>('LOG_LEVEL', logLevels),
  }
}

export type Config = ReturnType<typeof readConfig>
