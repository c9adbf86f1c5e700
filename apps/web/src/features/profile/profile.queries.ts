/** Loads and changes a user's own data and password. */
import { type Patient, peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { cleanDocument, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { unreachableServer } from '../../lib/explain-error.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'
import { closeSession } from '../../lib/session.ts'
import { recordKey } from '../people/people.queries.ts'
import { clearTemporaryKey, storePatient } from '../session/session.queries.ts'
import type { EditValues, PasswordValues } from './profile.rules.ts'

/** Loads the signed-in user's own data. */
export function ownDataQuery(userId: number) {
  return queryOptions({
    queryKey: [...recordKey(userId), 'own'],
    queryFn: async ({ signal }) =>
      (await call(peopleEndpoints.self, {}, { signal, fallback: 'Error server al obtener tus datos' })).data,
  })
}

const photoLifetimeMs = 4 * 60_000

/**
 * Loads the address of the user's photo, which is valid for five minutes, or null. Without it the initials are
 * shown.
 */
export function ownPhotoQuery({ id, image_store_id }: Pick<Patient, 'id' | 'image_store_id'>) {
  return queryOptions({
    queryKey: [...recordKey(id), 'photo', image_store_id],
    enabled: image_store_id !== null,
    staleTime: photoLifetimeMs,
    refetchInterval: photoLifetimeMs,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call(profileEndpoints.photos, { params: { id } }, { signal })).file_profile,
  })
}

/** Saves the data, and the photo if another was chosen, and updates what the screens show of the user. */
export function useSaveProfile(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ values, photo }: { values: Partial<EditValues>; photo: File | null }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) form.set(name, value ?? '')
      if (photo) form.set('file', photo)
      const { data } = await call(
        profileEndpoints.edit,
        { form },
        { fallback: 'Error server al actualizar perfil' },
      )
      return data.patient
    },
    onSuccess: async (patient) => {
      storePatient(patient)
      client.setQueryData(ownDataQuery(userId).queryKey, patient)
      void client.invalidateQueries({ queryKey: ['own-email'] })
      await client.invalidateQueries({ queryKey: recordKey(userId), refetchType: 'active' })
    },
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: ({ oldPassword, password, temporary }: PasswordValues & { temporary: boolean }) =>
      call(
        profileEndpoints.changePassword,
        { body: { oldPassword, password, temporaryKeyStatus: temporary } },
        { fallback: 'Error server al actualizar contraseña' },
      ),
    onSuccess: clearTemporaryKey,
  })
}

/** Closes the account permanently; the home page says so. */
export function useDeleteProfile() {
  return useMutation({
    mutationFn: () => call(profileEndpoints.close, {}, { fallback: 'Error server al eliminar perfil' }),
    onSuccess: () => closeSession('deleted'),
  })
}

/** Requests a temporary password by e-mail. Resolves with the masked address, or null when the account has none. */
export async function recoverPassword(document: {
  document_type_id: DocumentTypeId
  document_number: string
  document_country?: string | null | undefined
}): Promise<string | null> {
  const body = {
    ...document,
    document_number: cleanDocument(document.document_type_id, document.document_number),
    document_country: document.document_country || undefined,
  }
  const { patient } = await sendWithRobotCheck('recover', (altcha) =>
    call(profileEndpoints.recover, { body: { ...body, altcha } }, { fallback: unreachableServer }),
  )
  return patient.email
}

/** Confirms a new e-mail. Resolves with the masked address. */
export function useConfirmEmail(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(profileEndpoints.confirmEmail, { body: { token } }, { fallback: unreachableServer }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['record'] }),
        client.invalidateQueries({ queryKey: ['own-email'] }),
      ]),
  })
}

export interface AccessFilter {
  page: number
  from?: string
  to?: string
  /** Only accesses of other people. */
  others: boolean
}

/** Loads a page of the accesses to the user's data. */
export function accessesQuery(userId: number, { page, from, to, others }: AccessFilter) {
  return queryOptions({
    queryKey: [...recordKey(userId), 'accesses', page, from, to, others],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        profileEndpoints.accesses,
        { query: { page, limit: 10, from, to, ...(others ? { others: 'true' as const } : {}) } },
        { signal, fallback: 'Error server al obtener el registro de accesos' },
      ),
  })
}
