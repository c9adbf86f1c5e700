/** Asks what a certificate shows, and then saves its PDF and shows its code. */
import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { saveCertificate, useObtainCertificate } from './certificate.queries.ts'

const choices = [
  { value: 'visit', label: 'Solo la atención', hint: 'Nombre, documento, fecha, hora y sede.' },
  {
    value: 'professional',
    label: 'Mostrar especialidad y profesional',
    hint: 'La especialidad puede revelar un asunto de salud a quien reciba el certificado.',
  },
] as const
type Choice = (typeof choices)[number]['value']

interface CertificateDialogProps {
  appointment: AgendaAppointment
  onClose(): void
}

export function CertificateDialog({ appointment, onClose }: CertificateDialogProps) {
  const { id_appointment } = appointment
  const [choice, setChoice] = useState<Choice>('visit')
  const outcome = useRef<HTMLParagraphElement>(null)
  const obtain = useObtainCertificate()
  const obtained = obtain.data
  useEffect(() => {
    // The form, with the button that had the focus, is gone.
    if (obtained !== undefined) outcome.current?.focus()
  }, [obtained])
  return (
    <Dialog opened title="Certificado de atención" size={490} onClose={onClose}>
      {obtained === undefined ? (
        <Stack>
          <p>
            Certifica que {appointment.patient_full_name} se atendió el {appointment.date} en la hora de las{' '}
            {formatTime(appointment.hour)}. Nunca dice el motivo ni el diagnóstico.
          </p>
          <ChoiceCards<Choice>
            legend="¿Qué muestra el certificado?"
            stacked
            options={choices}
            value={choice}
            disabled={obtain.isPending}
            onChange={setChoice}
          />
          {obtain.isError && <ErrorNotice error={obtain.error} />}
          <Cluster fill className="justify-end">
            <Button variant="default" onClick={onClose}>
              Volver
            </Button>
            <Button
              loading={obtain.isPending}
              onClick={() => obtain.mutate({ id_appointment, shows_professional: choice === 'professional' })}
            >
              {obtain.isError ? 'Reintentar' : 'Obtener certificado'}
            </Button>
          </Cluster>
        </Stack>
      ) : (
        <Stack>
          <p ref={outcome} tabIndex={-1} className="font-strong text-strong">
            Tu certificado está listo y se guardó como PDF en tu dispositivo.
          </p>
          <dl className="m-0 flex flex-wrap gap-2">
            <dt className="text-muted">Código</dt>
            <dd className="m-0 font-strong text-strong">{obtained.certificate.code}</dd>
          </dl>
          <p className="type-meta text-muted">
            Quien lo reciba puede comprobarlo con este código, sin iniciar sesión, en{' '}
            <a
              className="portal-link"
              href={obtained.certificate.verification_url}
              target="_blank"
              rel="noreferrer"
            >
              la página de verificación
            </a>
            .
          </p>
          <Cluster fill className="justify-end">
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
              onClick={() => saveCertificate(obtained.file)}
            >
              Guardar de nuevo
            </Button>
            <Button onClick={onClose}>Cerrar</Button>
          </Cluster>
        </Stack>
      )}
    </Dialog>
  )
}
