/**
 * The signed-in user of this browser, how the session ended, and the data of an unfinished registration. Only this
 * file uses local storage.
 */
import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { sessionLimits } from '@mi-portal/contract/values/session-limits'
import { useSyncExternalStore } from 'react'
import { now } from './clock.ts'

/** The data of a signed-in user that the browser stores: only what routing and greeting need. */
export interface CurrentUser {
  token: string
  id: number
  rol: Role
  /** How the portal addresses the person. */
  first_name: string
  gender_id: number | null
  is_a_minor: boolean
  document_type_id: number
  temporary_key_status: boolean
}

/** The data that a registration carries from its first page through the identity check to its form. */
export interface RegistrationData {
  document_type_id: DocumentTypeId
  document_number: string
  email: string
  /** Eight digits. */
  cellphone: string
  /** The result code of the identity check; null before the check. */
  code: number | null
  solem?: string
}

/**
 * How a session ended other than by signing out: it expired, the account was used on another device, or the owner
 * deleted the profile.
 */
type SessionEnd = 'expired' | 'elsewhere' | 'deleted'

const userKey = 'currentUser'
const registrationKey = 'formData'
// The security notice must survive a reload of the home page, but belongs only to this tab.
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

/** Returns the signed-in user, or null. It is the same object until the session changes. */
export function currentUser(): CurrentUser | null {
  const text = localStorage.getItem(userKey)
  if (text !== readText) {
    const value = readJson(userKey)
    readText = text
    readUser = isUser(value) ? value : null
  }
  return readUser
}

/** Calls back after every change of the session, in this tab or another. Returns a function that stops this. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a value of the session as state of a component, also while the build prerenders a page. */
function useStored<Value>(read: () => Value): Value {
  return useSyncExternalStore(onSessionChange, read, read)
}

/** Returns the signed-in user as state of a component. */
export function useCurrentUser(): CurrentUser | null {
  return useStored(currentUser)
}

export function isStaff(user: Pick<CurrentUser, 'rol'> | null): boolean {
  return user?.rol === 'ADMIN_ROLE' || user?.rol === 'SUPER_ADMIN_ROLE'
}

/** Stores the signed-in user in this browser. */
export function openSession(user: CurrentUser) {
  sessionStorage.removeItem(elsewhereKey)
  expiredRole = null
  lastEnd = null
  consentAwaited = false
  lastActivity = now().getTime()
  localStorage.setItem(userKey, JSON.stringify(user))
  notify()
}

/**
 * Removes the signed-in user from this browser. `end` is given when the user did not sign out, so that a screen can
 * say why.
 */
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

/** Returns the role of the user whose session just expired in this tab, until {@link dismissExpiry}. */
export function useExpiredRole(): Role | null {
  return useStored(() => expiredRole)
}

/** Records that the server rejects calls until the user has accepted a legal text. */
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
  return useStored(() => consentAwaited)
}

export function dismissExpiry() {
  expiredRole = null
  notify()
}

/** Returns whether the home page has to say that the account was used on another device. */
export function useClosedElsewhere(): boolean {
  return useStored(() => sessionStorage.getItem(elsewhereKey) === '1')
}

export function dismissClosedElsewhere() {
  sessionStorage.removeItem(elsewhereKey)
  notify()
}

/** Returns whether a user deleted their profile in this tab and the home page has not yet said so. */
export function useProfileDeleted(): boolean {
  return useStored(() => lastEnd === 'deleted')
}

export function dismissProfileDeleted() {
  if (lastEnd !== 'deleted') return
  lastEnd = null
  notify()
}

/**
 * Returns whether the last session of this tab ended without the user's intention, so that typed input is worth
 * storing.
 */
export function endedAgainstTheirWill(): boolean {
  return lastEnd === 'expired' || lastEnd === 'elsewhere'
}

/** Records that the server just answered a call that extends the idle limit. */
export function noteActivity() {
  const moment = now().getTime()
  // Once a second is precise enough for a limit of minutes, and sends few messages to other tabs.
  if (moment - lastActivity < 1000) return
  lastActivity = moment
  tellTabs({ activity: moment })
  notify()
}

/**
 * Returns when the session expires without further calls, in ms since the epoch; null when no user is signed in.
 */
export function idleDeadline(): number | null {
  const user = currentUser()
  return user
    ? lastActivity + (isStaff(user) ? sessionLimits.staffIdle : sessionLimits.patientIdle) * minute
    : null
}

/**
 * Stores the state of a registration for 30 minutes. Storing it again does not prolong the result of an identity
 * check.
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

/** Returns the registration in progress, or null when there is none or it is older than 30 minutes. */
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

/** Returns the addresses to which this browser last sent test e-mails, as typed. */
export function testEmails(): string {
  return localStorage.getItem(testEmailsKey) ?? ''
}

export function keepTestEmails(text: string) {
  localStorage.setItem(testEmailsKey, text.slice(0, 3000))
}

const browserNoticeKey = 'browserNoticeDismissed'

/** Returns whether a user of this browser dismissed the recommendation of a browser. */
export function isBrowserNoticeDismissed(): boolean {
  return localStorage.getItem(browserNoticeKey) === '1'
}

export function dismissBrowserNotice() {
  localStorage.setItem(browserNoticeKey, '1')
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
