import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createFolder } from '../database/embedded-postgres/data-folder.ts'
import type { Secrets } from '../security/secrets.ts'
import { ConfigError, type Reader } from './reader.ts'

/** Reads the retention periods of data that is deleted. The audit log and the medical record are kept for good. */
export function readRetention(read: Reader) {
  const days = (name: Parameters<typeof read.whole>[0]) => read.whole(name, 1, 3650)
  const mailTexts = days('KEEP_MAIL_TEXTS_DAYS')
  const mails = days('KEEP_MAILS_DAYS')
  if (mails < mailTexts) read.rejectValue('KEEP_MAILS_DAYS', 'no less than KEEP_MAIL_TEXTS_DAYS')
  return {
    passportDays: days('KEEP_PASSPORT_DAYS'),
    draftsDays: days('KEEP_DRAFTS_DAYS'),
    sessionsDays: days('KEEP_SESSIONS_DAYS'),
    sharesDays: days('KEEP_SHARES_DAYS'),
    mailTextsDays: mailTexts,
    mailsDays: mails,
    exportHours: read.whole('KEEP_EXPORT_HOURS', 1, 720),
  }
}

export function readSecrets(read: Reader, folder: string | null): Secrets {
  const current = readSecret(read.given('SECRET_KEY'), folder)
  const previous = (read.given('SECRET_KEY_PREVIOUS') ?? '').split(',').map((secret) => secret.trim())
  const given = previous.filter((secret) => secret !== '')
  if (given.some((secret) => secret.length < 32))
    return read.rejectValue('SECRET_KEY_PREVIOUS', 'secrets of at least 32 characters, separated by commas')
  if (given.includes(current))
    return read.rejectValue('SECRET_KEY_PREVIOUS', 'without the value of SECRET_KEY')
  return [current, ...given]
}

/** Returns the given secret, or the one in `folder`, created at the first start. Without a folder (null) one must be given. */
function readSecret(given: string | undefined, folder: string | null): string {
  if (given !== undefined) {
    if (given.length < 32) throw new ConfigError('SECRET_KEY should be at least 32 characters long')
    return given
  }
  if (folder === null)
    throw new ConfigError(
      'SECRET_KEY should be given when DATABASE_URL is given: openssl rand -base64 36 makes one',
    )
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) {
    createFolder(folder)
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

export function readFiles(read: Reader, fallback: string) {
  const text = read.text('FILES_URL', fallback)
  if (!/^\w+:\/\//.test(text)) return { kind: 'folder', folder: resolve(text) } as const
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    return read.rejectValue('FILES_URL', 'a folder or s3://bucket/prefix?endpoint=https://…&region=…')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const place = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!place || !['http:', 'https:'].includes(place.protocol) || place.search !== '')
    return read.rejectValue('FILES_URL', 'an s3:// address whose endpoint starts with https:// or http://')
  const accessKeyId = decodeURIComponent(url.username) || read.given('AWS_ACCESS_KEY_ID')
  const secretAccessKey = decodeURIComponent(url.password) || read.given('AWS_SECRET_ACCESS_KEY')
  if (accessKeyId === undefined)
    return read.rejectValue('AWS_ACCESS_KEY_ID', 'given when FILES_URL is a bucket')
  if (secretAccessKey === undefined)
    return read.rejectValue('AWS_SECRET_ACCESS_KEY', 'given when FILES_URL is a bucket')
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region,
    accessKeyId,
    secretAccessKey,
  } as const
}
