import { useQuery } from '@tanstack/react-query'
import { appointmentQuery } from '../appointments/appointments.queries.ts'
import { MedicalOrder } from './medical-order.tsx'

/** Offers to attach the medical order right after the booking, if the exam or procedure needs one and the user may attach it. */
export function NeededOrder({ id_appointment }: { id_appointment: number }) {
  const { data } = useQuery(appointmentQuery(id_appointment))
  return data?.appointment.medical_order?.is_needed ? (
    <MedicalOrder id_appointment={id_appointment} isNeeded />
  ) : null
}
