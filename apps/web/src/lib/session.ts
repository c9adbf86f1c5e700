/** Who is signed in on this browser, how that ended, and what registration carries over; the only file that touches local storage. */
import type { Role } from '@mi-portal/contract/people'
import { sessionLimits } from '@mi-portal/contract/session'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { useSyncExternalStore } from 'react'
import { now } from './dates.ts'

/** What the browser keeps of a signed-in person: no more than routing and greeting need. */
export interface CurrentUser {
  token: string
  id: number
  rol: Role
  first_name: string
  gender_id: number | null
  is_a_minor: boolean
  document_type_id: number
  temporary_key_status: boolean
}

/** What a registration carries from its first page, through the identity check, to its form. */
export interface RegistrationData {
  document_type_id: DocumentTypeId
  document_number: string
  email: string
  /** Eight digits. */
  cellphone: string
  /** How the identity check ended; null before it. */
  code: number | null
  solem?: string
}

/**
 * How a session ended besides signing out: it ran out, the account was used on another device, or its holder deleted
 * their profile.
 */
type SessionEnd = 'expired' | 'elsewhere' | 'deleted'

const userKey = 'currentUser'
const registrationKey = 'formData'
// The security view must survive a reload of the home page, but belongs to this tab.
const elsewhereKey = 'sessionClosedElsewhere'
const registrationLifeMs = 30 * 60_000
const minute = 60_000

type TabMessage = { activity: number } | { end: SessionEnd }

const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portal-session')
let readText: string | null = null
let readUser: CurrentUser | null = null
let expiredRole: Role | null = null
let lastEnd: SessionEnd | null = null
let lastActivity = now().getTime()
let consentAwaited = false

window.addEventListener('storage', (event) => {
  if (event.key === userKey || event.key === null) notify()
})
channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
  if ('activity' in event.data) lastActivity = Math.max(lastActivity, event.data.activity)
  else {
    lastEnd = event.data.end
    if (lastEnd === 'elsewhere') sessionStorage.setItem(elsewhereKey, '1')
  }
  notify()
})

function notify() {
  for (const listener of listeners) listener()
}

function tellTabs(message: TabMessage) {
  channel?.postMessage(message)
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function isUser(value: unknown): value is CurrentUser {
  if (typeof value !== 'object' || value === null) return false
  return (
    'token' in value &&
    typeof value.token === 'string' &&
    'id' in value &&
    typeof value.id === 'number' &&
    'rol' in value
  )
}

/** The signed-in person, or null. The same object until the session changes. */
export function currentUser(): CurrentUser | null {
  const text = localStorage.getItem(userKey)
  if (text !== readText) {
    const value = readJson(userKey)
    readText = text
    readUser = isUser(value) ? value : null
  }
  return readUser
}

/** Calls back after every change of the session, from this tab or another. Returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in person as state of a screen. */
export function useCurrentUser(): CurrentUser | null {
  return useSyncExternalStore(onSessionChange, currentUser)
}

export function isStaff(user: Pick<CurrentUser, 'rol'> | null): boolean {
  return user?.rol === 'ADMIN_ROLE' || user?.rol === 'SUPER_ADMIN_ROLE'
}

/** Keeps a person signed in on this browser. */
export function openSession(user: CurrentUser) {
  sessionStorage.removeItem(elsewhereKey)
  expiredRole = null
  lastEnd = null
  consentAwaited = false
  lastActivity = now().getTime()
  localStorage.setItem(userKey, JSON.stringify(user))
  notify()
}

/** Forgets the signed-in person on this browser. `end` says that the session ended by itself, so that a screen can say so. */
export function closeSession(end?: SessionEnd) {
  const user = currentUser()
  if (!user) return
  if (end === 'elsewhere') sessionStorage.setItem(elsewhereKey, '1')
  expiredRole = end === 'expired' ? user.rol : null
  lastEnd = end ?? null
  consentAwaited = false
  if (end) tellTabs({ end })
  localStorage.removeItem(userKey)
  notify()
}

/** The role of the person whose session just ran out in this tab, until {@link dismissExpiry}. */
export function useExpiredRole(): Role | null {
  return useSyncExternalStore(onSessionChange, () => expiredRole)
}

/** The server answers nothing more until this person has accepted a legal text. */
export function awaitConsent() {
  if (consentAwaited) return
  consentAwaited = true
  notify()
}

export function consentSettled() {
  consentAwaited = false
  notify()
}

export function useConsentAwaited(): boolean {
  return useSyncExternalStore(onSessionChange, () => consentAwaited)
}

export function dismissExpiry() {
  expiredRole = null
  notify()
}

/** True while the home page has to say that the account was used on another device. */
export function useClosedElsewhere(): boolean {
  return useSyncExternalStore(onSessionChange, () => sessionStorage.getItem(elsewhereKey) === '1')
}

export function dismissClosedElsewhere() {
  sessionStorage.removeItem(elsewhereKey)
  notify()
}

/** True from the moment a person deleted their profile in this tab until the home page has said so. */
export function useProfileDeleted(): boolean {
  return useSyncExternalStore(onSessionChange, () => lastEnd === 'deleted')
}

export function dismissProfileDeleted() {
  if (lastEnd !== 'deleted') return
  lastEnd = null
  notify()
}

/** Whether the last session of this tab was cut off from the person: what they had typed is worth keeping. */
export function endedAgainstTheirWill(): boolean {
  return lastEnd === 'expired' || lastEnd === 'elsewhere'
}

/** Notes that the server just answered a call that pushes the idle limit. */
export function noteActivity() {
  const moment = now().getTime()
  // Once a second is enough for a limit of minutes, and keeps the other tabs quiet.
  if (moment - lastActivity < 1000) return
  lastActivity = moment
  tellTabs({ activity: moment })
  notify()
}

/** When the session runs out if nothing more is asked of the server, in ms since the epoch; null when nobody is signed in. */
export function idleDeadline(): number | null {
  const user = currentUser()
  return user
    ? lastActivity + (isStaff(user) ? sessionLimits.staffIdle : sessionLimits.patientIdle) * minute
    : null
}

/**
 * Keeps how far a registration has come, for 30 minutes. What an identity check proved does not live longer for being
 * kept again.
 */
export function keepRegistration(data: RegistrationData) {
  const before = readRegistration()
  const proven = before !== null && data.solem !== undefined && before.solem === data.solem
  const kept_at = proven ? before.kept_at : now().getTime()
  localStorage.setItem(registrationKey, JSON.stringify({ ...data, kept_at }))
}

export function forgetRegistration() {
  localStorage.removeItem(registrationKey)
}

/** The registration under way, or null when there is none or it is older than 30 minutes. */
export function registrationData(): RegistrationData | null {
  const kept = readRegistration()
  if (!kept) return null
  if (now().getTime() - kept.kept_at > registrationLifeMs) {
    forgetRegistration()
    return null
  }
  const { kept_at: _, ...data } = kept
  return data
}

const testEmailsKey = 'testEmails'

/** The addresses to which this browser last sent test mails, as they were typed. */
export function testEmails(): string {
  return localStorage.getItem(testEmailsKey) ?? ''
}

export function keepTestEmails(text: string) {
  localStorage.setItem(testEmailsKey, text.slice(0, 3000))
}

type KeptRegistration = RegistrationData & { kept_at: number }

function readRegistration(): KeptRegistration | null {
  const value = readJson(registrationKey)
  return typeof value === 'object' && value !== null && isRegistration(value) ? value : null
}

function isRegistration(value: object): value is KeptRegistration {
  return (
    'document_type_id' in value &&
    (value.document_type_id === 1 || value.document_type_id === 2) &&
    'document_number' in value &&
    typeof value.document_number === 'string' &&
    'email' in value &&
    typeof value.email === 'string' &&
    'cellphone' in value &&
    typeof value.cellphone === 'string' &&
    'code' in value &&
    (value.code === null || typeof value.code === 'number') &&
    (!('solem' in value) || typeof value.solem === 'string') &&
    'kept_at' in value &&
    typeof value.kept_at === 'number'
  )
}
