/**
 * The signed-in user of this browser, how the session ended, and the data of an unfinished registration. Only this
 * file uses local storage.
 */
import type { Role } from '@mi-portal/contract/people'
import { sessionLimits } from '@mi-portal/contract/session/session-limits'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
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
  /** Only of staff: the permission set that was chosen for an administrator. */
  permission_set?: string | null
}

/** The data that a registration carries from its first page through the identity check to its form. */
export interface RegistrationData {
  document_type_id: DocumentTypeId
  document_number: string
  /** The country that issued the passport; empty for a RUN. */
  document_country?: string
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
const closedByOtherDeviceKey = 'sessionClosedElsewhere'
const registrationLifetimeMs = 30 * 60_000
const minuteMs = 60_000

type TabMessage = { activity: number } | { end: SessionEnd }

const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('portal-session')
let cachedText: string | null = null
let cachedUser: CurrentUser | null = null
let expiredRole: Role | null = null
let lastEnd: SessionEnd | null = null
let lastActivity = now().getTime()
let isConsentRequired = false

window.addEventListener('storage', (event) => {
  if (event.key === userKey || event.key === null) notifyListeners()
})
channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
  if ('activity' in event.data) lastActivity = Math.max(lastActivity, event.data.activity)
  else {
    lastEnd = event.data.end
    if (lastEnd === 'elsewhere') sessionStorage.setItem(closedByOtherDeviceKey, '1')
  }
  notifyListeners()
})

function notifyListeners() {
  for (const listener of listeners) listener()
}

function postToOtherTabs(message: TabMessage) {
  channel?.postMessage(message)
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function isCurrentUser(value: unknown): value is CurrentUser {
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
export function getCurrentUser(): CurrentUser | null {
  const text = localStorage.getItem(userKey)
  if (text !== cachedText) {
    const value = readJson(userKey)
    cachedText = text
    cachedUser = isCurrentUser(value) ? value : null
  }
  return cachedUser
}

/** Calls back after every change of the session, in this tab or another. Returns a function that stops this. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a value of the session as state of a component, also while the build prerenders a page. */
function useSessionValue<Value>(read: () => Value): Value {
  return useSyncExternalStore(onSessionChange, read, read)
}

/** Returns the signed-in user as state of a component. */
export function useCurrentUser(): CurrentUser | null {
  return useSessionValue(getCurrentUser)
}

export function isStaff(user: Pick<CurrentUser, 'rol'> | null): boolean {
  return user?.rol === 'ADMIN_ROLE' || user?.rol === 'SUPER_ADMIN_ROLE'
}

/** Stores the signed-in user in this browser. */
export function openSession(user: CurrentUser) {
  sessionStorage.removeItem(closedByOtherDeviceKey)
  expiredRole = null
  lastEnd = null
  isConsentRequired = false
  lastActivity = now().getTime()
  localStorage.setItem(userKey, JSON.stringify(user))
  notifyListeners()
}

/**
 * Removes the signed-in user from this browser. `end` is given when the user did not sign out, so that a screen can
 * say why.
 */
export function closeSession(end?: SessionEnd) {
  const user = getCurrentUser()
  if (!user) return
  if (end === 'elsewhere') sessionStorage.setItem(closedByOtherDeviceKey, '1')
  expiredRole = end === 'expired' ? user.rol : null
  lastEnd = end ?? null
  isConsentRequired = false
  if (end) postToOtherTabs({ end })
  localStorage.removeItem(userKey)
  notifyListeners()
}

/** Returns the role of the user whose session just expired in this tab, until {@link dismissExpiry}. */
export function useExpiredRole(): Role | null {
  return useSessionValue(() => expiredRole)
}

/** Records that the server rejects calls until the user has accepted a legal text. */
export function requireConsent() {
  if (isConsentRequired) return
  isConsentRequired = true
  notifyListeners()
}

export function resolveConsent() {
  isConsentRequired = false
  notifyListeners()
}

export function useIsConsentRequired(): boolean {
  return useSessionValue(() => isConsentRequired)
}

export function dismissExpiry() {
  expiredRole = null
  notifyListeners()
}

/** Returns whether the home page has to say that the account was used on another device. */
export function useClosedByOtherDevice(): boolean {
  return useSessionValue(() => sessionStorage.getItem(closedByOtherDeviceKey) === '1')
}

export function dismissClosedByOtherDevice() {
  sessionStorage.removeItem(closedByOtherDeviceKey)
  notifyListeners()
}

/** Returns whether a user deleted their profile in this tab and the home page has not yet said so. */
export function useProfileDeleted(): boolean {
  return useSessionValue(() => lastEnd === 'deleted')
}

export function dismissProfileDeleted() {
  if (lastEnd !== 'deleted') return
  lastEnd = null
  notifyListeners()
}

/**
 * Returns whether the last session of this tab ended without the user's intention, so that typed input is worth
 * storing.
 */
export function endedUnintentionally(): boolean {
  return lastEnd === 'expired' || lastEnd === 'elsewhere'
}

/** Records that the server just answered a call that extends the idle limit. */
export function recordActivity() {
  const nowMs = now().getTime()
  // Once a second is precise enough for a limit of minutes, and sends few messages to other tabs.
  if (nowMs - lastActivity < 1000) return
  lastActivity = nowMs
  postToOtherTabs({ activity: nowMs })
  notifyListeners()
}

/**
 * Returns when the session expires without further calls, in ms since the epoch; null when no user is signed in.
 */
export function getIdleDeadline(): number | null {
  const user = getCurrentUser()
  return user
    ? lastActivity + (isStaff(user) ? sessionLimits.staffIdle : sessionLimits.patientIdle) * minuteMs
    : null
}

/**
 * Stores the state of a registration for 30 minutes. Storing it again does not prolong the result of an identity
 * check.
 */
export function storeRegistration(data: RegistrationData) {
  const before = parseRegistration()
  const proven = before !== null && data.solem !== undefined && before.solem === data.solem
  const kept_at = proven ? before.kept_at : now().getTime()
  localStorage.setItem(registrationKey, JSON.stringify({ ...data, kept_at }))
}

export function clearRegistration() {
  localStorage.removeItem(registrationKey)
}

/** Returns the registration in progress, or null when there is none or it is older than 30 minutes. */
export function getRegistration(): RegistrationData | null {
  const stored = parseRegistration()
  if (!stored) return null
  if (now().getTime() - stored.kept_at > registrationLifetimeMs) {
    clearRegistration()
    return null
  }
  const { kept_at: _, ...data } = stored
  return data
}

const testEmailsKey = 'testEmails'

/** Returns the addresses to which this browser last sent test e-mails, as typed. */
export function getTestEmails(): string {
  return localStorage.getItem(testEmailsKey) ?? ''
}

export function storeTestEmails(text: string) {
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

const keysOffKey = 'keysOff'

/** Returns whether staff switched the keys of pages off in this browser. */
export function areKeysOff(): boolean {
  return localStorage.getItem(keysOffKey) === '1'
}

export function storeKeysOff(isOff: boolean) {
  localStorage.setItem(keysOffKey, isOff ? '1' : '0')
}

type StoredRegistration = RegistrationData & { kept_at: number }

function parseRegistration(): StoredRegistration | null {
  const value = readJson(registrationKey)
  return typeof value === 'object' && value !== null && isRegistration(value) ? value : null
}

function isRegistration(value: object): value is StoredRegistration {
  return (
    'document_type_id' in value &&
    (value.document_type_id === 1 || value.document_type_id === 2) &&
    'document_number' in value &&
    typeof value.document_number === 'string' &&
    // A passport has its country; one that was stored by an earlier version begins again.
    (value.document_type_id === 1 ||
      ('document_country' in value && typeof value.document_country === 'string')) &&
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
