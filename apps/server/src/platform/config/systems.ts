import { textChannels } from '@mi-portal/contract/notifications/text-messages'
import { isLoopback } from './network.ts'
import type { Reader } from './reader.ts'
import type { Name } from './variables.ts'

export function readScanner(read: Reader) {
  const text = read.given('SCANNER_URL')
  if (text === undefined) return null
  const should = 'clamd:///path/of/its/socket or clamd://host:port'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'clamd:' || url.username !== '' || url.search !== '' || url.hash !== '')
    return read.rejectValue('SCANNER_URL', should)
  const path = decodeURIComponent(url.pathname)
  if (url.hostname === '')
    return /^\/[^/]/.test(path)
      ? ({ kind: 'socket', path } as const)
      : read.rejectValue('SCANNER_URL', should)
  if (path !== '' && path !== '/') return read.rejectValue('SCANNER_URL', should)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { kind: 'tcp', host, port: Number(url.port || '3310') } as const
}

function rejectDecorated(read: Reader, name: Name, url: string): void {
  const { search, username, hash } = new URL(url)
  if (search !== '' || username !== '' || hash !== '')
    read.rejectValue(name, 'an address without credentials and query')
}

function rejectUnencrypted(read: Reader, name: Name, url: string): void {
  if (url.startsWith('http:') && !isLoopback(url)) read.rejectValue(name, 'an address starting with https://')
}

export function readCivilRegistry(read: Reader) {
  const url = read.url('CIVIL_REGISTRY_URL', ['https:', 'http:'])
  const token = read.given('CIVIL_REGISTRY_TOKEN')
  if (url === undefined)
    return token === undefined
      ? null
      : read.rejectValue('CIVIL_REGISTRY_TOKEN', 'absent without CIVIL_REGISTRY_URL')
  rejectDecorated(read, 'CIVIL_REGISTRY_URL', url)
  rejectUnencrypted(read, 'CIVIL_REGISTRY_URL', url)
  return { url, token }
}

function readPartners(read: Reader): ReadonlyMap<string, string> {
  const partners = new Map<string, string>()
  for (const entry of (read.given('SCHEDULING_PARTNERS') ?? '').split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, address = '', secret = ''] = /^(https?:\/\/[^\s=?#@]+?)\/?=(\S{32,})$/.exec(entry) ?? []
    const isTaken = partners.has(address) || [...partners.values()].includes(secret)
    if (!URL.canParse(address) || isTaken)
      return read.rejectValue(
        'SCHEDULING_PARTNERS',
        'pairs like https://portal.clinica.example=SECRET separated by commas, each with an address and a secret of 32 or more characters of its own',
      )
    partners.set(address, secret)
  }
  return partners
}

export function readScheduling(read: Reader) {
  const url = read.url('SCHEDULING_URL', ['https:', 'http:'])
  const secret = read.given('SCHEDULING_SECRET')
  const partners = readPartners(read)
  const name = read.given('SCHEDULING_NAME')
  if (secret !== undefined && secret.length < 32)
    return read.rejectValue('SCHEDULING_SECRET', 'at least 32 characters long')
  if (url === undefined) {
    if (secret !== undefined)
      read.rejectValue(
        'SCHEDULING_SECRET',
        'absent without SCHEDULING_URL: portals that book here stand in SCHEDULING_PARTNERS, each with a secret of its own',
      )
    return { service: null, partners, name }
  }
  if (secret === undefined) return read.rejectValue('SCHEDULING_SECRET', 'given when SCHEDULING_URL is')
  if (new URL(url).search !== '' || new URL(url).username !== '')
    return read.rejectValue('SCHEDULING_URL', 'an address without credentials and query')
  if (partners.size > 0)
    return read.rejectValue('SCHEDULING_PARTNERS', 'absent where SCHEDULING_URL names another service')
  return { service: { url, secret }, partners, name }
}

export function readPushServices(read: Reader): readonly string[] | null {
  const text = read.text('PUSH_SERVICES')
  if (text === 'off') return null
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  // A host without a letter could be an address of this network.
  if (hosts.some((host) => !/^(?=.*[a-z])([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/.test(host)))
    return read.rejectValue('PUSH_SERVICES', 'host names separated by commas, or `off`')
  return hosts
}

export function readTextMessages(read: Reader) {
  const url = read.url('TEXT_MESSAGES_URL', ['https:', 'http:'])
  const key = read.given('TEXT_MESSAGES_KEY')
  const reportSecret = read.given('TEXT_MESSAGES_REPORT_SECRET')
  if (url === undefined) {
    for (const name of ['TEXT_MESSAGES_KEY', 'TEXT_MESSAGES_REPORT_SECRET'] as const)
      if (read.given(name)) read.rejectValue(name, 'absent without TEXT_MESSAGES_URL')
    return null
  }
  rejectDecorated(read, 'TEXT_MESSAGES_URL', url)
  rejectUnencrypted(read, 'TEXT_MESSAGES_URL', url)
  if (key === undefined || /\s/.test(key))
    return read.rejectValue('TEXT_MESSAGES_KEY', 'given without spaces where TEXT_MESSAGES_URL is given')
  if (reportSecret === undefined || reportSecret.length < 32)
    return read.rejectValue(
      'TEXT_MESSAGES_REPORT_SECRET',
      'at least 32 characters long where TEXT_MESSAGES_URL is given',
    )
  const named = read
    .text('TEXT_MESSAGES_CHANNELS')
    .split(',')
    .map((name) => name.trim())
  const channels = textChannels.filter((channel) => named.includes(channel))
  if (channels.length !== named.length)
    return read.rejectValue('TEXT_MESSAGES_CHANNELS', 'sms, whatsapp, or both separated by a comma')
  return {
    url,
    key,
    reportSecret,
    sender: read.given('TEXT_MESSAGES_SENDER'),
    channels,
    limits: {
      day: read.whole('TEXT_MESSAGES_DAY', 1, 10_000_000),
      month: read.whole('TEXT_MESSAGES_MONTH', 1, 100_000_000),
      person: read.whole('TEXT_MESSAGES_PERSON', 1, 1_000),
    },
  }
}

/** Reads origins separated by commas. Plain HTTP is allowed only for this machine. */
function readOrigins(read: Reader, name: 'CLINICAL_ARCHIVE_DOCUMENTS'): string[] {
  const origins = (read.given(name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const isOrigin = (text: string) => {
    if (!URL.canParse(text)) return false
    const { origin, protocol, hostname } = new URL(text)
    const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    return origin === text && (protocol === 'https:' || isLocal)
  }
  return origins.every(isOrigin)
    ? origins
    : read.rejectValue(name, 'origins such as https://storage.clinica.example, separated by commas')
}

export function readArchive(read: Reader) {
  const url = read.url('CLINICAL_ARCHIVE_URL', ['https:', 'http:'])
  if (url === undefined) return null
  rejectDecorated(read, 'CLINICAL_ARCHIVE_URL', url)
  const token = read.given('CLINICAL_ARCHIVE_TOKEN')
  const tokenUrl = read.url('CLINICAL_ARCHIVE_TOKEN_URL', ['https:', 'http:'])
  const clientId = read.given('CLINICAL_ARCHIVE_CLIENT_ID')
  const clientSecret = read.given('CLINICAL_ARCHIVE_CLIENT_SECRET')
  const runSystem = read.given('CLINICAL_ARCHIVE_RUN_SYSTEM')
  const sendsNotifications = read.oneOf('CLINICAL_ARCHIVE_NEWS', ['on', 'off']) === 'on'
  const documentOrigins = readOrigins(read, 'CLINICAL_ARCHIVE_DOCUMENTS')
  if (tokenUrl === undefined)
    return {
      url,
      runSystem,
      documentOrigins,
      sendsNotifications,
      credentials: token === undefined ? ({ kind: 'none' } as const) : ({ kind: 'token', token } as const),
    }
  if (token !== undefined)
    return read.rejectValue('CLINICAL_ARCHIVE_TOKEN', 'absent where CLINICAL_ARCHIVE_TOKEN_URL is given')
  if (clientId === undefined)
    return read.rejectValue('CLINICAL_ARCHIVE_CLIENT_ID', 'given when CLINICAL_ARCHIVE_TOKEN_URL is')
  if (clientSecret === undefined)
    return read.rejectValue('CLINICAL_ARCHIVE_CLIENT_SECRET', 'given when CLINICAL_ARCHIVE_TOKEN_URL is')
  const asked = read.text('CLINICAL_ARCHIVE_SCOPE')
  const scope = asked === 'none' ? '' : asked
  const credentials = { kind: 'client', tokenUrl, clientId, clientSecret, scope } as const
  return { url, runSystem, documentOrigins, sendsNotifications, credentials }
}

export function readImages(read: Reader) {
  const url = read.url('IMAGES_URL', ['https:', 'http:'])
  const user = read.given('IMAGES_USER')
  const password = read.given('IMAGES_PASSWORD')
  const tokenUrl = read.url('IMAGES_TOKEN_URL', ['https:', 'http:'])
  const clientId = read.given('IMAGES_CLIENT_ID')
  const clientSecret = read.given('IMAGES_CLIENT_SECRET')
  if (url === undefined) return null
  rejectDecorated(read, 'IMAGES_URL', url)
  if (tokenUrl !== undefined) {
    if (user !== undefined) return read.rejectValue('IMAGES_USER', 'absent where IMAGES_TOKEN_URL is given')
    if (clientId === undefined) return read.rejectValue('IMAGES_CLIENT_ID', 'given when IMAGES_TOKEN_URL is')
    if (clientSecret === undefined)
      return read.rejectValue('IMAGES_CLIENT_SECRET', 'given when IMAGES_TOKEN_URL is')
    const scope = read.text('IMAGES_SCOPE')
    return { url, credentials: { kind: 'client', tokenUrl, clientId, clientSecret, scope } as const }
  }
  if (user === undefined) {
    if (password !== undefined) return read.rejectValue('IMAGES_USER', 'given when IMAGES_PASSWORD is')
    return { url, credentials: { kind: 'none' } as const }
  }
  if (user.includes(':')) return read.rejectValue('IMAGES_USER', 'a name without a colon')
  if (password === undefined) return read.rejectValue('IMAGES_PASSWORD', 'given when IMAGES_USER is')
  return { url, credentials: { kind: 'basic', user, password } as const }
}

/** Reads the address of visits by video. Only the two placeholders of an appointment may be in braces. */
export function readTelemedicine(read: Reader): string | undefined {
  const address = read.url('TELEMEDICINE_URL', ['https:', 'http:'])
  const strange = address?.replace(/\{(id_appointment|rut_professional)\}/g, '').match(/[{}\s<>"]/)
  if (strange)
    read.rejectValue(
      'TELEMEDICINE_URL',
      'an address with no braces but {id_appointment} and {rut_professional}',
    )
  return address
}
