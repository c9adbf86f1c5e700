import { type Appointment, videoOpensMinutes } from '@mi-portal/contract/appointments'
import { IconVideo } from '@tabler/icons-react'
import { ButtonAnchor } from '../../ui/button.tsx'
import classes from './video-visit.module.css'

/** The way into an hour by video: its link once it can be joined, before that when it will be there. */
export function VideoVisit({ hour }: { hour: Appointment }) {
  if (hour.video === null) return null
  if (hour.video.url === null) {
    return (
      <p className={classes.soon}>
        El enlace para conectarte aparece aquí {videoOpensMinutes} minutos antes.
      </p>
    )
  }
  return (
    <ButtonAnchor
      size="sm"
      className={classes.join}
      href={hour.video.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Conectarme a la videoconsulta con ${hour.doctor_name} (se abre en otra pestaña)`}
      leftSection={<IconVideo size={20} stroke={1.75} aria-hidden />}
    >
      Conectarme a la videoconsulta
    </ButtonAnchor>
  )
}
