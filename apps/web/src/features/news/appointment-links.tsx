/** What the user needs for an appointment of today or tomorrow: the way, the preparation, the calendar file and the video link. */
import type { DueAppointment } from '@mi-portal/contract/news'
import { portal } from '../../lib/portal-config.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextAnchor, TextLink } from '../../ui/text-link.tsx'
import { AppointmentPlace } from '../appointments/appointment-place.tsx'
import { VideoVisit } from '../appointments/video-visit.tsx'
import { useSaveCalendarFile } from '../booking/scheduling.queries.ts'
import { withArticle } from '../people/people.rules.ts'
import classes from './news.module.css'

export function AppointmentLinks({ appointment }: { appointment: DueAppointment }) {
  const { id_appointment, place_care, modality, can_move } = appointment
  const map = portal.clinic.sites.find(({ name }) => name === place_care)?.map
  const which = `de la hora con ${withArticle(appointment.doctor_name)}`
  const save = useSaveCalendarFile(id_appointment)
  return (
    <>
      <p className={classes.place}>
        <AppointmentPlace appointment={appointment} />
      </p>
      <VideoVisit appointment={appointment} />
      {save.isError && <ErrorNotice error={save.error} />}
      <p className={classes.links}>
        {modality === 'presencial' && map && (
          <TextAnchor
            href={map}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Cómo llegar a ${place_care} (se abre en otra pestaña)`}
          >
            Cómo llegar
          </TextAnchor>
        )}
        {/* The portal has neither preparation nor calendar file of appointments that another system stores. */}
        {can_move !== false && (
          <>
            <TextLink
              to="/reservas"
              search={{ reservada: id_appointment }}
              aria-label={`Preparación ${which}`}
            >
              Preparación
            </TextLink>
            <button
              type="button"
              className={`portal-link ${classes.linkButton}`}
              disabled={save.isPending}
              aria-label={`Agregar al calendario ${which}`}
              onClick={() => save.mutate()}
            >
              Agregar al calendario
            </button>
          </>
        )}
      </p>
    </>
  )
}
