/** Offers the certificate of an appointment that is over, or says why there is none and how to request one. */
import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { IconFileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const CertificateDialog = lazyComponent(
  async () => (await import('./certificate-dialog.tsx')).CertificateDialog,
)

interface CertificateButtonProps {
  appointment: AgendaAppointment
  ownId: number
  /** Distinguishes the appointment from others on the page. */
  which: string
}

export function CertificateButton({ appointment, ownId, which }: CertificateButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { certificate, patient_id } = appointment
  if (certificate === null) return null
  if (certificate === 'missed')
    return (
      <p className="type-meta text-muted">
        La clínica registró que nadie se presentó a esta hora. Si no fue así,{' '}
        <Link className="portal-link" to="/dashboard/contactanos">
          escríbenos
        </Link>
        .
      </p>
    )
  if (certificate === 'unknown')
    return (
      <p className="type-meta text-muted">
        La asistencia aún no está registrada. Si necesitas un certificado,{' '}
        <Link
          className="portal-link"
          to="/dashboard/consultas-medicas/{-$id}"
          params={{ id: 'solicitar-documento' }}
          search={{ solicitar: true, ...(patient_id === ownId ? {} : { patient_id }) }}
        >
          solicítalo en Mis documentos
        </Link>
        .
      </p>
    )
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFileCheck size={18} stroke={1.75} aria-hidden />}
        aria-label={`Certificado de atención de la hora ${which}`}
        onClick={() => setIsOpen(true)}
      >
        Certificado de atención
      </Button>
      {isOpen && (
        <Suspense>
          <CertificateDialog appointment={appointment} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
