/** Loads and changes accounts for staff. */

import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import type { ConfirmationKind } from '@mi-portal/contract/confirmations'
import { personFieldNames } from '@mi-portal/contract/fields/person-fields'
import type { Notified } from '@mi-portal/contract/notified'
import { profileEndpoints } from '@mi-portal/contract/profile'
import {
  type DenialReason,
  findSearchError,
  type ListedUser,
  type User,
  type userColumns,
  userEndpoints,
} from '@mi-portal/contract/users'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { describeNotified } from '../../lib/notified.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import { useReloadConfirmations } from '../confirmations/confirmations.queries.ts'
import { userFallback } from '../people/people.rules.ts'
import type { RecordValues, UserValues } from './users.rules.ts'

const usersKey = ['users'] as const

export interface UserFilter {
  searchText: string
  status?: 1 | 2 | 3 | 4
  /** Only pending accounts whose promised validation time is over. */
  late: boolean
  page: number
  limit?: number
  order?: OrderedPage<typeof userColumns>['order']
}

/** Returns whether there is something to find: words to search, or the accounts that wait for validation. */
export function isSearched({ searchText, status, late }: UserFilter): boolean {
  return findSearchError(searchText) === null && (searchText !== '' || status === 3 || late)
}

export function usersQuery(filter: UserFilter) {
  const { searchText, status, late, page, limit = 10, order } = filter
  return queryOptions({
    enabled: isSearched(filter),
    queryKey: [...usersKey, 'list', searchText, status, late, page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        userEndpoints.list,
        { body: { filter: searchText, status: status ?? null, late, page, limit, order } },
        { signal, fallback: 'Error server al obtener usuarios' },
      ),
  })
}

export function userQuery(id: number) {
  return queryOptions({
    queryKey: [...usersKey, 'one', id],
    // The form must start with the server's present data.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(userEndpoints.one, { params: { id } }, { signal, fallback: userFallback })).data,
  })
}

const photoLifetimeMs = 4 * 60_000

/** Loads the addresses of an account's images, which are valid for five minutes. */
export function userPhotosQuery(user: User) {
  const photoFiles = [
    user.image_store_id,
    user.image_store_passport,
    user.image_store_passport_patient,
    user.image_store_selfie,
  ]
  return queryOptions({
    queryKey: [...usersKey, 'photos', user.id, ...photoFiles],
    enabled: photoFiles.some((id) => id !== null),
    staleTime: photoLifetimeMs,
    refetchInterval: photoLifetimeMs,
    queryFn: ({ signal }) =>
      call(
        profileEndpoints.photos,
        { params: { id: user.id } },
        { signal, fallback: 'Error server al obtener fotografías' },
      ),
  })
}

function toUserForm(values: Partial<UserValues>, role: 1 | 2): FormData {
  const {
    document_type_id = 1,
    document_number = '',
    term: _,
    password_confirmation: __,
    one_name: ___,
    ...rest
  } = values
  const form = new FormData()
  form.set('document_type_id', String(document_type_id))
  form.set('document_number', cleanDocument(document_type_id, document_number))
  for (const [name, value] of Object.entries(rest))
    if (value !== null) form.set(name, value instanceof File ? value : String(value))
  form.set('person_role_id', String(role))
  return form
}

/** Settles 0.8 s after the outcome arrived; rejects if it is an error. */
async function waitForResult<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  const result = await waitForOutcome(outcome)
  if (result instanceof Error) throw result
  return result
}

/** Returns a function that reloads all lists and accounts. */
function useReloadUsers() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: usersKey })
}

export function useCreateUser(role: 'paciente' | 'admin') {
  const reload = useReloadUsers()
  return useMutation({
    mutationFn: async (values: UserValues) => {
      const { status_data_id: _, password: __, ...own } = values
      const [endpoint, roleId] =
        role === 'admin'
          ? ([userEndpoints.createAdministrator, 1] as const)
          : ([userEndpoints.createPatient, 2] as const)
      const sent = call(
        endpoint,
        { form: toUserForm(own, roleId) },
        { fallback: 'Error server al registrar usuario!' },
      )
      const answer = await waitForResult(sent)
      return {
        isOpened: answer.waiting.length === 0,
        email: values.email,
        notified: describeNotified(answer),
      }
    },
    onSuccess: reload,
  })
}

/** Creates the record of a patient without an account. Resolves with the patient. */
export function useCreateRecord() {
  const reload = useReloadUsers()
  return useMutation({
    mutationFn: async (values: RecordValues) => {
      const { document_number: number, email, ...rest } = values
      const body = {
        ...rest,
        document_number: cleanDocument(values.document_type_id, number),
        email: email === '' ? null : email,
      }
      const sent = call(userEndpoints.createRecord, { body }, { fallback: 'Error server al crear la ficha' })
      return (await waitForResult(sent)).patient
    },
    onSuccess: reload,
  })
}

const editFallback = 'Error server al actualizar usuario!'

export function useEditUser(user: User) {
  const client = useQueryClient()
  const reload = useReloadUsers()
  const reloadConfirmations = useReloadConfirmations()
  return useMutation({
    mutationFn: async (values: UserValues) => {
      const form = toUserForm(values, user.person_role_id === 1 ? 1 : 2)
      form.set('id', String(user.id))
      form.set('updated_at', user.updated_at)
      return waitForResult(call(userEndpoints.edit, { form }, { fallback: editFallback }))
    },
    onSuccess: async ({ patient }) => {
      client.setQueryData(userQuery(user.id).queryKey, patient)
      await reload()
      await reloadConfirmations()
    },
  })
}

const toggleFallback = 'Error al habilitar o deshabilitar usuario!'

export function useDisableUser() {
  const reload = useReloadUsers()
  return useMutation({
    mutationFn: (user: ListedUser) =>
      call(userEndpoints.disable, { params: { id: user.id } }, { fallback: toggleFallback }),
    onSettled: reload,
  })
}

/** Requests that another member of staff confirms a death, or its correction. */
export function useReportDeath(id: number) {
  const reload = useReloadConfirmations()
  return useMutation({
    mutationFn: (body: { deceased: boolean; deceased_on: string | null }) =>
      waitForResult(
        call(userEndpoints.reportDeath, { params: { id }, body }, { fallback: 'No se pudo pedir el cambio' }),
      ),
    onSuccess: reload,
  })
}

/** Enables an account with an edit that changes only its status. Resolves with the changes that wait for a second member of staff. */
export function useEnableUser() {
  const reloadUsers = useReloadUsers()
  const reloadConfirmations = useReloadConfirmations()
  return useMutation({
    mutationFn: async ({ id }: ListedUser) => {
      const { data: user } = await call(userEndpoints.one, { params: { id } }, { fallback: toggleFallback })
      const form = new FormData()
      const text = (value: string | number | null | undefined) => String(value ?? '')
      for (const name of [
        'id',
        'document_type_id',
        'document_number',
        'document_country',
        ...personFieldNames,
        'person_role_id',
        'updated_at',
      ] as const)
        form.set(name, text(user[name]))
      form.set('status_data_id', '1')
      return (await call(userEndpoints.edit, { form }, { fallback: toggleFallback })).waiting
    },
    onSettled: () => Promise.all([reloadUsers(), reloadConfirmations()]),
  })
}

/**
 * Requests a temporary password for a user by e-mail. Resolves with the masked address, or null when the account
 * has none.
 */
export function useTemporaryPassword() {
  return useMutation({
    mutationFn: async ({ document_type_id, document_number, document_country }: ListedUser) =>
      (
        await call(profileEndpoints.recover, {
          body: { document_type_id, document_number, document_country },
        })
      ).patient.email,
  })
}

type Decision =
  | {
      approved: true
      /** The country of a passport whose application did not name it; empty if it stays unknown. */
      country: string
      /** The code that the person gave at the counter; absent if the person is not there. */
      code?: string
      /** Why the photos do not decide; only with a code. */
      reason?: string
    }
  | { approved: false; reasons: readonly DenialReason[]; reason: string }

function sendDecision(user: User, decision: Decision): Promise<Notified & { waiting: ConfirmationKind[] }> {
  const params = { id: user.id }
  const options = { fallback: editFallback }
  if (!decision.approved) {
    const { reasons, reason } = decision
    const body = {
      userStatus: 2,
      ...(reasons.length > 0 ? { reasons: [...reasons] } : {}),
      ...(reason ? { reason } : {}),
    }
    return call(userEndpoints.deny, { params, body }, options)
  }
  const country = decision.country === '' ? {} : { document_country: decision.country }
  if (decision.code === undefined)
    return call(userEndpoints.confirm, { params, body: { userStatus: 1, ...country } }, options)
  const { code, reason = '' } = decision
  const body = { code, reason, document_checked: true as const, ...country }
  return call(userEndpoints.confirmInPerson, { params, body }, options)
}

/** Approves or denies the validation of a pending account. */
export function useDecision(user: User) {
  const reload = useReloadUsers()
  const reloadConfirmations = useReloadConfirmations()
  return useMutation({
    mutationFn: async (decision: Decision) => {
      const answer = await waitForResult(sendDecision(user, decision))
      const isOpened = decision.approved && answer.waiting.length === 0
      return { approved: decision.approved, isOpened, notified: describeNotified(answer).text }
    },
    // The page continues to show the decision; only the lists are reloaded.
    onSuccess: () => Promise.all([reload(), reloadConfirmations()]),
  })
}
