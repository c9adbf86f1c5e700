import { TextLink } from '../../../ui/text-link.tsx'

interface PatientLinkProps {
  patient: { readonly patient_id: number | null; readonly patient_full_name: string }
}

/** The name of a patient, as a link to the patient's page for staff who may open it: the server names the record to nobody else. */
export function PatientLink({ patient: { patient_id, patient_full_name } }: PatientLinkProps) {
  return patient_id === null ? (
    patient_full_name
  ) : (
    <TextLink to="/admin/pacientes/$id" params={{ id: String(patient_id) }}>
      {patient_full_name}
    </TextLink>
  )
}
