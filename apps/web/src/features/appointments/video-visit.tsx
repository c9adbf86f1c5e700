import { type Appointment, videoOpensMinutes } from '@mi-portal/contract/appointments/appointments'
import { VideoLink } from '../../ui/video-link.tsx'
import { withArticle } from '../people/people.rules.ts'

/** Shows the link of a video visit once it can be joined, and before that how many minutes ahead it appears. */
export function VideoVisit({ appointment }: { appointment: Appointment }) {
  if (appointment.video === null) return null
  if (appointment.video.url !== null)
    return (
      <VideoLink
        url={appointment.video.url}
        withWhom={withArticle(appointment.doctor_name)}
        className="my-2 max-desktop:w-full"
      />
    )
  return (
    <p className="type-meta text-muted">
      El enlace para conectarte aparece aquí {videoOpensMinutes} minutos antes.
    </p>
  )
}
