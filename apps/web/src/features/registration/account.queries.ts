/** Opening the account. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { identityEndpoints } from '@mi-portal/contract/identity'
import type { Notified } from '@mi-portal/contract/notified'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { registrationFailed } from '../../lib/explain-error.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'
import { clearRegistration } from '../../lib/session.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import type { CleanAccount } from './account.rules.ts'
import { findCardNumber, saveRegistrationDraft } from './registration.queries.ts'

interface RegistryPerson {
  first_name: string
  last_name: string
  second_name: string
  date_birth: string
}

/** Loads the civil registry's data of a run whose identity check passed. */
export function registryPersonQuery(rut: string, solem: string | undefined) {
  return queryOptions({
    queryKey: ['registration', 'registry', rut, solem],
    enabled: solem !== undefined,
    queryFn: async ({ signal }): Promise<RegistryPerson> => {
      const { names, lastname, date_birth } = await call(
        identityEndpoints.info,
        { params: { rut } },
        { signal, fallback: 'Error server al obtener nombres', headers: { 'x-identity': solem ?? '' } },
      )
      const [first = '', ...rest] = lastname.trim().split(/\s+/)
      return { first_name: names.trim(), last_name: first, second_name: rest.join(' '), date_birth }
    },
  })
}

/** What a registration has opened. */
export interface Registered {
  status: number
  notified: Notified
  /** Key of the page on which the applicant follows an application that waits; null if the account is enabled. */
  applicationKey: string | null
}

/** Opens the account, or applies for one, and reports the outcome as the state of the registration. */
export function useRegisterPatient(solem: string | undefined) {
  return useMutation({
    mutationFn: async (values: CleanAccount) => {
      await saveRegistrationDraft('up_register_submit')
      const result = await waitForOutcome(registerPatient(values, solem))
      if (result instanceof CallError) {
        void saveRegistrationDraft('err_register_final')
        throw result
      }
      void saveRegistrationDraft('up_register_final')
      return result
    },
    onSuccess: clearRegistration,
  })
}

async function registerPatient(values: CleanAccount, solem: string | undefined): Promise<Registered> {
  const { password_confirmation: _, one_name: __, privacy_version, ...fields } = values
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ...fields,
    document_country: fields.document_country || undefined,
    privacy_version: privacy_version || undefined,
    solem,
    number: findCardNumber(values),
  })) {
    if (value !== undefined && value !== null) form.set(name, value instanceof File ? value : String(value))
  }
  const { patient, application_key, ...notified } = await sendWithRobotCheck('registration', (altcha) => {
    if (altcha !== undefined) form.set('altcha', altcha)
    return call(registrationEndpoints.register, { form }, { fallback: registrationFailed })
  })
  return { status: patient.status, applicationKey: application_key, notified }
}
