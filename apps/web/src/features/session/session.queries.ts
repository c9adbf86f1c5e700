/** Opens and renews a session. */

import { getGreetingName } from '@mi-portal/contract/fields/full-name'
import type { Patient } from '@mi-portal/contract/people'
import { type SignedIn, sessionEndpoints } from '@mi-portal/contract/session/session'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { call } from '../../lib/call.ts'
import { unreachableServer } from '../../lib/explain-error.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'
import { type CurrentUser, getCurrentUser, onSessionChange, openSession } from '../../lib/session.ts'

export type Area = 'patient' | 'staff'

/** The values of the sign-in form. */
export interface SignInValues {
  document_type_id: DocumentTypeId
  document_number: string
  /** The country that issued the passport; empty unless the server asked for it. */
  document_country: string
  password: string
}

/** What a sign-in asks for next: a code of the authenticator app, or one that was mailed to the verified address. */
export type CodeChallenge = { challenge: string; from: 'app' | 'email' }

/** The outcome of a sign-in: signed in, or a code is required. */
export type SignInOutcome = { next: 'portal' } | ({ next: 'secondFactor' } & CodeChallenge)

export const fallback = unreachableServer

// Only in this page's memory, and only until the password has been changed.
let typedPassword: string | null = null

onSessionChange(() => {
  if (!getCurrentUser()?.temporary_key_status) typedPassword = null
})

/** Returns the temporary password with which the user signed in, unless the page was reloaded since. */
export function getTypedTemporaryPassword(): string | null {
  return getCurrentUser()?.temporary_key_status ? typedPassword : null
}

/** Signs in; rejects with the server's error. A temporary password opens a session with its flag set. */
export async function signIn(area: Area, values: SignInValues): Promise<SignInOutcome> {
  const body = {
    ...values,
    document_number: cleanDocument(values.document_type_id, values.document_number),
    document_country: values.document_country || undefined,
  }
  const endpoint = area === 'staff' ? sessionEndpoints.signInStaff : sessionEndpoints.signIn
  const answer = await sendWithRobotCheck('sign-in', (altcha) =>
    call(endpoint, { body: { ...body, altcha } }, { fallback }),
  )
  typedPassword = values.password
  return takeAnswer(answer)
}

/** Stores the session of an answer to a sign-in, or returns the challenge that it asks for. */
export function takeAnswer(answer: SignedIn): SignInOutcome {
  if (answer.second_factor && answer.challenge)
    return { next: 'secondFactor', challenge: answer.challenge, from: answer.code_from ?? 'app' }
  return storeSession(answer)
}

/** Stores the session of a sign-in's answer. */
export function storeSession(answer: Pick<SignedIn, 'token' | 'patient'>): SignInOutcome {
  const { token, patient } = answer
  if (!token || !patient) throw new Error('A sign-in answered without a session')
  openSession(toCurrentUser(token, patient))
  return { next: 'portal' }
}

/** Updates the stored data of the signed-in user with the server's present data. */
export function storePatient(patient: Patient) {
  const user = getCurrentUser()
  if (user?.id === patient.id) openSession(toCurrentUser(user.token, patient))
}

/** Removes the temporary flag from the session, after the user has chosen a password. */
export function clearTemporaryKey() {
  const user = getCurrentUser()
  if (user) openSession({ ...user, temporary_key_status: false })
}

function toCurrentUser(token: string, patient: Patient): CurrentUser {
  return {
    token,
    id: patient.id,
    rol: patient.rol,
    first_name: getGreetingName(patient),
    gender_id: patient.gender_id,
    is_a_minor: patient.is_a_minor,
    document_type_id: patient.document_type_id,
    temporary_key_status: patient.temporary_key_status,
    ...(patient.permission_set ? { permission_set: patient.permission_set } : {}),
  }
}

/** Extends the idle limit of the session on the server. */
export async function renewSession() {
  const user = getCurrentUser()
  if (user) await call(sessionEndpoints.renew, { params: { id: user.id } })
}
