/** Loads and changes the medical order of an appointment. */
import {
  medicalOrderEndpoints,
  type OrderOfAppointment,
  orderField,
  staffMedicalOrderEndpoints,
} from '@mi-portal/contract/medical-orders'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, createUploadClient } from '../../lib/call.ts'
import { reloadAppointments } from '../appointments/appointments.queries.ts'

const loadFallback = 'Error server al obtener la orden médica'

/** Loads the order of an appointment. It leaves the memory with its page, so that it never stays beside another person's record. */
export function medicalOrderQuery(id_appointment: number) {
  return queryOptions({
    queryKey: ['medical-order', id_appointment],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(medicalOrderEndpoints.one, { params: { id_appointment } }, { signal, fallback: loadFallback }),
  })
}

/** Loads the order of an appointment for staff. */
export function staffMedicalOrderQuery(id: number) {
  return queryOptions({
    queryKey: ['staff-medical-order', id],
    gcTime: 0,
    // Each read is written to the audit log.
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call(staffMedicalOrderEndpoints.one, { params: { id } }, { signal, fallback: loadFallback }))
        .order,
  })
}

/** Attaches a file as the order of an appointment, or removes the order for null. `sent` is the part of the file that was sent. */
export function useChangeOrder(id_appointment: number) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const change = useMutation({
    mutationFn: (file: File | null): Promise<OrderOfAppointment> => {
      const params = { id_appointment }
      if (file === null)
        return call(
          medicalOrderEndpoints.remove,
          { params },
          { fallback: 'No ha sido posible quitar la orden médica' },
        )
      const form = new FormData()
      form.set(orderField, file)
      setSent(0)
      return createUploadClient(setSent)(
        medicalOrderEndpoints.attach,
        { params, form },
        { fallback: 'No ha sido posible adjuntar la orden médica' },
      )
    },
    onSettled: () => setSent(null),
    onSuccess: async (found) => {
      client.setQueryData(medicalOrderQuery(id_appointment).queryKey, found)
      await reloadAppointments(client)
    },
  })
  return { change, sent }
}
