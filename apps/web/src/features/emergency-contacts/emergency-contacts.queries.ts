/** Loads and changes the emergency contact of a patient. */
import { type EmergencyContact, emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const loadFallback = 'Error server al obtener contacto de emergencia'

export function ownContactQuery(userId: number) {
  return queryOptions({
    queryKey: ['emergency-contact', 'own', userId],
    queryFn: async ({ signal }) =>
      (await call(emergencyContactEndpoints.own, {}, { signal, fallback: loadFallback })).contact,
  })
}

/** Loads the emergency contact of a patient for staff. */
export function patientContactQuery(id: number) {
  return queryOptions({
    queryKey: ['emergency-contact', 'patient', id],
    queryFn: async ({ signal }) =>
      (
        await call(
          emergencyContactEndpoints.ofPatient,
          { params: { id } },
          { signal, fallback: loadFallback },
        )
      ).contact,
  })
}

/** Stores the contact, or removes it for null. */
export function useChangeContact(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (contact: EmergencyContact | null) => {
      const fallback = 'Error server al guardar contacto de emergencia'
      const reply =
        contact === null
          ? await call(emergencyContactEndpoints.remove, {}, { fallback })
          : await call(emergencyContactEndpoints.save, { body: contact }, { fallback })
      return reply.contact
    },
    onSuccess: (contact) => client.setQueryData(ownContactQuery(userId).queryKey, contact),
  })
}
